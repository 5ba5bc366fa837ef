import { OWED_NONCE_BYTES, OWED_PARTS } from '@tercet/fair';

/** One of a member's four leaves. The nonce has 32 bytes; `index` is the leaf's position in the tree. */
export interface StoredPart {
  nonce: Buffer;
  amount: bigint;
  index: number;
}

const PART_BYTES = OWED_NONCE_BYTES + 8 + 4;
export const PARTS_BYTES = OWED_PARTS * PART_BYTES;

/** Writes a part in the format of `ledger.owed.parts`: nonce, amount and position, concatenated. */
export function writePart(parts: Buffer, part: number, amount: bigint, index: number): void {
  const at = part * PART_BYTES + OWED_NONCE_BYTES;
  parts.writeBigUInt64BE(amount, at);
  parts.writeUInt32BE(index, at + 8);
}

/** View of a part's nonce in a member's parts, for reading or writing. */
export function nonceOf(parts: Buffer, part: number): Buffer {
  return parts.subarray(part * PART_BYTES, part * PART_BYTES + OWED_NONCE_BYTES);
}

export function readParts(parts: Buffer): StoredPart[] {
  return Array.from({ length: OWED_PARTS }, (_, part) => {
    const at = part * PART_BYTES + OWED_NONCE_BYTES;
    return { nonce: nonceOf(parts, part), amount: parts.readBigUInt64BE(at), index: parts.readUInt32BE(at + 8) };
  });
}
