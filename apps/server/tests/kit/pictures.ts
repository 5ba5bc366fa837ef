import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

// Pictures of every kind that somebody might send, good and bad, made by code.

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** A place on earth as a camera writes it, and words that must not come through. */
const PLACE = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '47/1 55/1 17/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '106/1 55/1 2/1',
};
export const SCRIPT = '<script>alert(document.domain)</script>';
export const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${SCRIPT}<rect width="64" height="64"/></svg>`;

/** One colour above, another at the left, a third elsewhere: turned or mirrored, it is another picture. */
export function plain(width = 320, height = 240): Sharp {
  const part = (across: number, down: number, background: string) => ({
    create: { width: across, height: down, channels: 3 as const, background },
  });
  return sharp(part(width, height, '#0e6e63')).composite([
    { input: part(Math.ceil(width / 3), height, '#f7edd7'), left: 0, top: 0 },
    { input: part(width, Math.ceil(height / 3), '#ae2f1d'), left: 0, top: 0 },
  ]);
}

/** Nothing packs worse. */
export function noise(side: number): Sharp {
  const bytes = Buffer.alloc(side * side * 4);
  let state = 1;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return sharp(bytes, { raw: { width: side, height: side, channels: 4 } });
}

/** With all that a phone writes into its pictures. */
export function photographed(orientation = 1): Sharp {
  return plain()
    .withMetadata({ orientation })
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${SCRIPT}</rdf></x:xmpmeta>`)
    .withExif({
      IFD0: { Make: 'Seer', Model: SCRIPT, Artist: 'Somebody Real' },
      IFD3: PLACE,
    });
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

interface PngHead {
  width: number;
  height: number;
  bits?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  colour?: number;
  interlaced?: boolean;
}

function headOf({ width, height, bits = 8, colour = 0, interlaced = false }: PngHead): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', data);
}

/** A PNG of given chunks between its head and its end. */
export function png(head: PngHead, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([PNG_SIGNATURE, headOf(head), ...chunks, pngChunk('IEND')]);
}

/** Black throughout: few bytes, many pixels. */
export function blackPng(head: PngHead): Buffer {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[head.colour ?? 0] ?? 1;
  const line = (width: number) => 1 + Math.ceil((width * samples * (head.bits ?? 8)) / 8);
  let bytes = head.height * line(head.width);
  if (head.interlaced) {
    // Adam7: the seven passes, each with lines of its own.
    const passes = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ];
    bytes = 0;
    for (const [x = 0, y = 0, across = 1, down = 1] of passes) {
      bytes += Math.ceil((head.height - y) / down) * line(Math.ceil((head.width - x) / across));
    }
  }
  return png(head, pngChunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 })));
}

export function pngWithoutHead(rest: Buffer): Buffer {
  return Buffer.concat([PNG_SIGNATURE, rest]);
}

/** A good PNG with more chunks right after its head. */
export async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const good = await plain().png().toBuffer();
  const headEnd = PNG_SIGNATURE.length + 25;
  return Buffer.concat([good.subarray(0, headEnd), ...chunks, good.subarray(headEnd)]);
}

/** Text that unpacks to a hundred million letters. */
export function textBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(100_000_000, 'x'), { level: 1 });
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]));
}

export function gzipBomb(): Buffer {
  return gzipSync(Buffer.alloc(50_000_000), { level: 1 });
}

/** With a size in its head that its pixels do not have. */
export function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  for (let at = 2; at < claimed.length; at += 2 + claimed.readUInt16BE(at + 2)) {
    const marker = claimed.readUInt8(at + 1);
    if (marker < 0xc0 || marker > 0xc2) continue;
    claimed.writeUInt16BE(height, at + 5);
    claimed.writeUInt16BE(width, at + 7);
    return claimed;
  }
  throw new Error('no frame in this JPEG');
}

/** The pixels' bytes of a JPEG replaced by others. */
export function scrambledJpeg(jpeg: Buffer): Buffer {
  const from = jpeg.lastIndexOf(Buffer.from([0xff, 0xda])) + 14;
  const scrambled = Buffer.from(jpeg);
  for (let at = from; at < scrambled.length - 2; at++) scrambled[at] = (at * 197) & 0x7f;
  return scrambled;
}

export async function animated(kind: 'gif' | 'webp'): Promise<Buffer> {
  const frames = Buffer.alloc(32 * 64 * 4, 200);
  frames.fill(20, 0, frames.length / 2);
  const still = sharp(frames, { raw: { width: 32, height: 64, channels: 4, pageHeight: 32 } });
  return still[kind]({ delay: [100, 100], loop: 0 }).toBuffer();
}

/** The head of a WebP without loss, and no pixels. */
export function hugeWebp(): Buffer {
  const file = Buffer.alloc(42);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8L', 8, 'latin1');
  file.writeUInt32LE(file.length - 20, 16);
  file.writeUInt8(0x2f, 20);
  // Fourteen bits for each side less one.
  file.writeUInt32LE(0x0fffffff, 21);
  return file;
}

/** The parts of a WebP file by their names; throws where it is none, or has bytes behind it. */
export function webpParts(file: Buffer): string[] {
  const isWhole = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  if (!isWhole || file.readUInt32LE(4) + 8 !== file.length) throw new Error('no WebP, or not only that');
  const names: string[] = [];
  for (let at = 12; at < file.length; ) {
    names.push(file.toString('latin1', at, at + 4));
    const size = file.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return names;
}
