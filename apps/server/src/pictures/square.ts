import { fileTypeFromBuffer } from 'file-type';
import sharp, { type FailOnOptions, type Metadata, type ResizeOptions } from 'sharp';
import type { Squared } from './squared.ts';

/** As many as most cameras make. */
const PIXELS_MAX = 24_000_000;
/** All pixels side by side: 24 million of three colours. The costliest forms take three times that while being read. */
const UNPACKED_BYTES_MAX = 72_000_000;
/** A line of pixels lies in memory several times over. */
const PIXELS_ACROSS_MAX = 16_384;
/**
 * With this quality not even noise fills what a row takes: the 64 kB of a member's, the 256 kB of a banner's, the 512
 * of a cover's.
 */
const QUALITY = 82;
const FORMS = {
  square: { width: 256, height: 256, bytesMax: 65_536 },
  wide: { width: 960, height: 400, bytesMax: 262_144 },
  cover: { width: 640, height: 360, bytesMax: 262_144 },
  /** Taller than wide, as a phone is held: a host of the guide. */
  portrait: { width: 1_080, height: 1_350, bytesMax: 1_048_576 },
  /** All of it, as it is shaped: a sign. */
  logo: { width: 320, height: 160, bytesMax: 65_536 },
  /** All of it, as it is shaped: what somebody photographed to show it. */
  sheet: { width: 1_600, height: 1_600, bytesMax: 4_194_304 },
} as const;

/**
 * What a picture is drawn as: a face, a banner, the cover of a film, a host, or a sign or sheet with nothing cut off.
 */
export type PictureForm = keyof typeof FORMS;
/** What shines through shows the house's paper. */
const PAPER = '#faf8f3';

/** The marker at the end of a JPEG. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

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
 * Draws the middle of a picture anew, upright, in one of the forms, with nothing in the file but its pixels. What a
 * picture is, its first bytes and its reader say, and they must agree; names and headers are not asked.
 */
export async function squareOf(bytes: Uint8Array, form: PictureForm = 'square'): Promise<Squared> {
  const { bytesMax } = FORMS[form];
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
    const webp = await drawn(bytes, format, form);
    return webp.length > bytesMax ? { refused: 'picture-bad' } : { webp: new Uint8Array(webp) };
  } catch {
    return { refused: 'picture-bad' };
  }
}

/**
 * As WebP in the given form. Cameras leave bytes between the parts of a JPEG and behind it, or no end marker: browsers
 * show these pictures, so they are taken. One that ends before its last line is not.
 */
async function drawn(bytes: Uint8Array, format: string, form: PictureForm): Promise<Buffer> {
  if (format !== 'jpeg') return drawnStrictly(bytes, form, 'error');
  try {
    return await drawnStrictly(bytes, form, 'truncated');
  } catch {
    return drawnStrictly(Buffer.concat([bytes, JPEG_END]), form, 'warning');
  }
}

function drawnStrictly(bytes: Uint8Array, form: PictureForm, failOn: FailOnOptions): Promise<Buffer> {
  const { width, height } = FORMS[form];
  const fit: ResizeOptions =
    form === 'sheet' || form === 'logo' ? { fit: 'inside', withoutEnlargement: true } : { fit: 'cover' };
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn, sequentialRead: true, animated: false })
    .autoOrient()
    .resize(width, height, fit)
    .flatten({ background: PAPER })
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .toBuffer();
}

function isAnimated({ pages = 1 }: Metadata): boolean {
  return pages > 1;
}

/** Glass, printer's colours and finer shades cost more than three plain colours do. */
function pixelsMaxOf({ channels, depth }: Metadata): number {
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8;
  return Math.min(PIXELS_MAX, Math.floor(UNPACKED_BYTES_MAX / (channels * sampleBytes)));
}
