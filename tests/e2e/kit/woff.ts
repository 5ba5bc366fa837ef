import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_RECORD_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_RECORD_BYTES = 16;

/** Unwraps a web font (WOFF 1.0, w3.org/TR/WOFF) into a system font file. */
export function unwrapWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) =>
    readTable(woff, WOFF_HEADER_BYTES + index * WOFF_RECORD_BYTES),
  );
  const header = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_RECORD_BYTES);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(power * SFNT_RECORD_BYTES, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * SFNT_RECORD_BYTES, 10);
  let offset = header.length;
  for (const [index, { tag, checksum, data, padded }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + index * SFNT_RECORD_BYTES;
    tag.copy(header, at);
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(data.length, at + 12);
    offset += padded.length;
  }
  return Buffer.concat([header, ...tables.map(({ padded }) => padded)]);
}

function readTable(woff: Buffer, at: number): { tag: Buffer; checksum: number; data: Buffer; padded: Buffer } {
  const offset = woff.readUInt32BE(at + 4);
  const packedBytes = woff.readUInt32BE(at + 8);
  const bytes = woff.readUInt32BE(at + 12);
  const stored = woff.subarray(offset, offset + packedBytes);
  const data = packedBytes < bytes ? inflateSync(stored) : stored;
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data, padded };
}
