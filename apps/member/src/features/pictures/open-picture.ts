import { Problem } from '../../api/shared/problem.ts';
import type { Square } from '../../ui/cropper/cropper.tsx';
import { HEAD_BYTES, sizeIn } from './picture-head.ts';

/** A decoded picture: upright, and small enough to edit. */
export interface OpenPicture {
  canvas: HTMLCanvasElement;
  /** The same picture as a `data:` URL. */
  url: string;
}

const MILLION = 1_000_000;
/** Millions of pixels. More can crash the browser of a phone. */
const MILLIONS_MAX = 64;
const MEGABYTES_MAX = 30;
/** In pixels. The editor shows only a part of the picture, so more would waste memory. */
const SIDE_SHOWN_MAX = 1600;
const SIDE_SENT_MAX = 512;

/** Decodes a chosen file. Throws a `Problem` if it is not a supported picture, or too large for a phone. */
export async function openPicture(file: File): Promise<OpenPicture> {
  if (file.size > MEGABYTES_MAX * MILLION) throw new Problem('picture-too-large', 422, { megabytesMax: MEGABYTES_MAX });
  const size = sizeIn(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (size === null) throw new Problem('picture-bad', 422);
  if (size.width * size.height > MILLIONS_MAX * MILLION) {
    throw new Problem('picture-too-many-pixels', 422, { millionsMax: MILLIONS_MAX });
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Problem('picture-bad', 422);
  });
  const scale = Math.min(1, SIDE_SHOWN_MAX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = drawn(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, { width, height });
  bitmap.close();
  return { canvas, url: canvas.toDataURL('image/webp', 0.92) };
}

/** The square as a file to upload, without the camera's metadata. */
export async function cutOut({ canvas }: OpenPicture, { x, y, side }: Square): Promise<Blob> {
  const sent = Math.max(1, Math.min(SIDE_SENT_MAX, Math.round(side)));
  return fileOf(drawn(canvas, { x, y, width: side, height: side }, { width: sent, height: sent }));
}

/** The whole picture as a file, without the camera's metadata. */
export function wholeOf({ canvas }: OpenPicture): Promise<Blob> {
  return fileOf(canvas);
}

async function fileOf(canvas: HTMLCanvasElement): Promise<Blob> {
  // Browsers that cannot encode WebP produce a PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (blob === null) throw new Problem('picture-bad', 422);
  return blob;
}

function drawn(
  source: CanvasImageSource,
  from: { x: number; y: number; width: number; height: number },
  to: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Problem('picture-bad', 422);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height);
  return canvas;
}
