import { fileTypeFromBuffer } from 'file-type';
import sharp, { type FailOnOptions, type Metadata, type ResizeOptions } from 'sharp';
import type { IconName, RedrawResult } from './redraw-result.ts';

/** As many as most cameras produce. */
const PIXELS_MAX = 24_000_000;
/** Decoded size: 24 million pixels of three channels. The costliest formats take three times that while being read. */
const UNPACKED_BYTES_MAX = 72_000_000;
/** Maximum width or height: decoders hold a row of pixels several times. */
const PIXELS_ACROSS_MAX = 16_384;
/** At this quality even noise stays within `bytesMax`. */
const QUALITY = 82;
const FORMS = {
  square: { width: 256, height: 256, bytesMax: 65_536 },
  wide: { width: 960, height: 400, bytesMax: 262_144 },
  cover: { width: 640, height: 360, bytesMax: 262_144 },
  /** Smaller copies of a cover, for small screens and rows. */
  cover320: { width: 320, height: 180, bytesMax: 65_536 },
  cover160: { width: 160, height: 90, bytesMax: 32_768 },
  /** Portrait format for a host of the guide. */
  portrait: { width: 1_080, height: 1_350, bytesMax: 1_048_576 },
  /** Uncropped, with its transparency: the logo of the house. */
  mark: { width: 512, height: 512, bytesMax: 262_144 },
  /** Uncropped: a payment logo. */
  logo: { width: 320, height: 160, bytesMax: 65_536 },
  /** Uncropped: a photo as evidence. */
  sheet: { width: 1_600, height: 1_600, bytesMax: 4_194_304 },
} as const;

/** Form of the result: an avatar, a banner, a film's cover, a host, or an uncropped logo or sheet. */
export type PictureForm = keyof typeof FORMS;
/** Background of transparent pixels: the house's paper colour. */
const PAPER = '#faf8f3';

/** End marker of a JPEG. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

const FORMATS: Record<string, string> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };

/** In-memory decoders of the three formats. All others are blocked, whatever the bytes claim to be. */
const READERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** Configures the image libraries of this process for untrusted pictures. Call it once. */
export function limitLibraries(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * Redraws the centre of a picture upright in one of the forms; the file holds only its pixels. The first bytes and the
 * decoder must agree on the format; names and headers are ignored.
 */
export async function redrawPicture(bytes: Uint8Array, form: PictureForm = 'square'): Promise<RedrawResult> {
  const { bytesMax } = FORMS[form];
  try {
    const type = await fileTypeFromBuffer(bytes);
    const format = type && FORMATS[type.mime];
    if (format === undefined) return { refused: 'picture-bad' };
    // Read only the header here. The size is checked below, so that the refusal can state the limit.
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
 * Redraws a picture as WebP. Cameras leave bytes between and after the parts of a JPEG, or omit the end marker.
 * Browsers show such pictures, so they are accepted. A picture that ends before its last row is refused.
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
  const isWhole = form === 'sheet' || form === 'logo' || form === 'mark';
  const fit: ResizeOptions = isWhole ? { fit: 'inside', withoutEnlargement: true } : { fit: 'cover' };
  const drawing = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn, sequentialRead: true, animated: false })
    .autoOrient()
    .resize(width, height, fit)
    .toColourspace('srgb');
  return (form === 'mark' ? drawing : drawing.flatten({ background: PAPER })).webp({ quality: QUALITY }).toBuffer();
}

/** App icons by name: the width in pixels, and the share of it that the logo fills at most. */
const ICONS = {
  'icon-180': { width: 180, share: 0.8 },
  'icon-192': { width: 192, share: 0.8 },
  'icon-512': { width: 512, share: 0.8 },
  // Phones cut this one to any shape within the middle 80 %.
  'maskable-512': { width: 512, share: 0.56 },
} as const satisfies Record<IconName, { width: number; share: number }>;

/** Draws the app icons of a logo (`mark`) on a ground, as PNG. */
export async function drawIcons(mark: Uint8Array, ground: string): Promise<RedrawResult> {
  try {
    const names = Object.keys(ICONS) as IconName[];
    const drawn = await Promise.all(names.map((name) => drawIcon(mark, ground, ICONS[name])));
    return {
      icons: Object.fromEntries(names.map((name, place) => [name, drawn[place]])) as Record<IconName, Uint8Array>,
    };
  } catch {
    return { refused: 'picture-bad' };
  }
}

async function drawIcon(
  mark: Uint8Array,
  ground: string,
  { width, share }: { width: number; share: number },
): Promise<Uint8Array> {
  const inner = Math.round(width * share);
  const start = Math.floor((width - inner) / 2);
  const end = width - inner - start;
  const png = await sharp(mark, { limitInputPixels: PIXELS_MAX })
    .resize(inner, inner, { fit: 'contain', background: ground })
    .extend({ top: start, left: start, bottom: end, right: end, background: ground })
    // The library flattens before it resizes and extends, whatever the order of these calls.
    .flatten({ background: ground })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
  return new Uint8Array(png);
}

function isAnimated({ pages = 1 }: Metadata): boolean {
  return pages > 1;
}

/** Transparency, CMYK and deeper colour take more memory than three 8-bit channels. */
function pixelsMaxOf({ channels, depth }: Metadata): number {
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8;
  return Math.min(PIXELS_MAX, Math.floor(UNPACKED_BYTES_MAX / (channels * sampleBytes)));
}
