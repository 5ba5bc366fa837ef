export interface PictureSize {
  width: number;
  height: number;
}

/** First letter of the `ispe` box, which declares the dimensions. */
const ISPE = 'ispe'.charCodeAt(0);

/** Bytes at the start of a file that contain its dimensions. Camera metadata before them may be long. */
export const HEAD_BYTES = 512 * 1024;

/**
 * The dimensions that a JPEG, PNG, WebP, GIF, AVIF or HEIC declares in its first bytes; null for anything else.
 *
 * They limit the decoded size: a small file can hold more pixels than fit into a phone's memory.
 */
export function sizeIn(head: Uint8Array): PictureSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) return sizeOfPng(view);
    if (view.getUint16(0) === 0xffd8) return sizeOfJpeg(view);
    if (textAt(view, 0) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (textAt(view, 4) === 'ftyp') return sizeOfHeif(view);
    if (textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP') return sizeOfWebp(view);
    return null;
  } catch (error) {
    // The bytes end before the dimensions.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOfPng(view: DataView): PictureSize {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** ITU-T T.81: skips segments up to the frame header. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

/** RFC 9649: the canvas of an extended file, or the frame of a simple one, lossy or lossless. */
function sizeOfWebp(view: DataView): PictureSize | null {
  switch (textAt(view, 12)) {
    case 'VP8X':
      return { width: 1 + threeBytesAt(view, 24), height: 1 + threeBytesAt(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** ISO/IEC 23008-12: the largest of the declared dimensions. Pictures in tiles declare those of each tile, too. */
function sizeOfHeif(view: DataView): PictureSize | null {
  let largest: PictureSize | null = null;
  for (let at = 4; at + 16 <= view.byteLength; at++) {
    if (view.getUint8(at) !== ISPE || textAt(view, at) !== 'ispe') continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

function threeBytesAt(view: DataView, at: number): number {
  return view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
}
