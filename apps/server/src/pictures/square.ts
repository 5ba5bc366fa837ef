import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import type { Squared } from './squared.ts';

/** As many as most cameras make. */
const PIXELS_MAX = 24_000_000;
/** All pixels side by side: 24 million of three colours. The costliest forms take three times that while being read. */
const UNPACKED_BYTES_MAX = 72_000_000;
/** A line of pixels lies in memory several times over. */
const PIXELS_ACROSS_MAX = 16_384;
const SIDE = 256;
/** With this quality not even noise fills the 64 kB that a member's row takes. */
const QUALITY = 82;
const BYTES_MAX = 65_536;
/** What shines through shows the house's paper. */
const PAPER = '#faf8f3';

const FORMATS: Record<string, string> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };

/** Readers of the three formats out of memory; all others are shut, whatever the bytes say that they are. */
const READERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** Sets the libraries of this process up for pictures of strangers. To be called once. */
export function limitLibraries(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * Draws the middle of a picture anew, upright, 256 by 256, with nothing in the file but its pixels. What a picture is,
 * its first bytes and its reader say, and they must agree; names and headers are not asked.
 */
export async function squareOf(bytes: Uint8Array): Promise<Squared> {
  try {
    const type = await fileTypeFromBuffer(bytes);
    const format = type && FORMATS[type.mime];
    if (format === undefined) return { refused: 'picture-bad' };
    // Only the head is read here; the size is judged below, so that it can be said.
    const head = await sharp(bytes, { limitInputPixels: false, animated: false }).metadata();
    if (head.format !== format || isAnimated(head)) return { refused: 'picture-bad' };
    const pixelsMax = pixelsMaxOf(head);
    if (head.width * head.height > pixelsMax || Math.max(head.width, head.height) > PIXELS_ACROSS_MAX) {
      return { refused: 'picture-too-many-pixels', millionsMax: Math.floor(pixelsMax / 1_000_000) };
    }
    const webp = await sharp(bytes, {
      limitInputPixels: PIXELS_MAX,
      failOn: 'warning',
      sequentialRead: true,
      animated: false,
    })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .toBuffer();
    return webp.length > BYTES_MAX ? { refused: 'picture-bad' } : { webp: new Uint8Array(webp) };
  } catch {
    return { refused: 'picture-bad' };
  }
}

function isAnimated({ pages = 1 }: Metadata): boolean {
  return pages > 1;
}

/** Glass, printer's colours and finer shades cost more than three plain colours do. */
function pixelsMaxOf({ channels, depth }: Metadata): number {
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8;
  return Math.min(PIXELS_MAX, Math.floor(UNPACKED_BYTES_MAX / (channels * sampleBytes)));
}
