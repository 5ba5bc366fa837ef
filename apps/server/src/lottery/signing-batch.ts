/** Format of leaf data between threads: each with its length, in one transferred buffer. */

export const SIGNATURE_BYTES = 64;
const LENGTH_BYTES = 4;

export function joinLeaves(leaves: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(leaves.reduce((sum, leaf) => sum + LENGTH_BYTES + leaf.length, 0));
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const leaf of leaves) {
    view.setUint32(at, leaf.length);
    joined.set(leaf, at + LENGTH_BYTES);
    at += LENGTH_BYTES + leaf.length;
  }
  return joined;
}

export function splitLeaves(joined: Buffer): Buffer[] {
  const leaves: Buffer[] = [];
  for (let at = 0; at < joined.length; ) {
    const end = at + LENGTH_BYTES + joined.readUInt32BE(at);
    leaves.push(joined.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return leaves;
}
