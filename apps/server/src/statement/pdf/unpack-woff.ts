import { inflateSync } from 'node:zlib';

const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const SFNT_HEAD = 12;
const SFNT_ENTRY = 16;

/**
 * Unpacks the font of a WOFF 1.0 file (www.w3.org/TR/WOFF). WOFF compresses each table. Without unpacking, a font
 * reader would decompress a table again for every letter.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEAD + count * SFNT_ENTRY);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * SFNT_ENTRY, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY, 10);
  const parts = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const at = WOFF_HEAD + index * WOFF_ENTRY;
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes;
    const entry = SFNT_HEAD + index * SFNT_ENTRY;
    woff.copy(head, entry, at, at + 4);
    woff.copy(head, entry + 4, at + 16, at + 20);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
