import { drawQr, readQr } from './qr.ts';
import type { QrAnswer, QrRequest } from './qr-messages.ts';

/** Draws and reads QR codes off the main thread. */
self.onmessage = ({ data }: MessageEvent<QrRequest>) => {
  self.postMessage({ id: data.id, ...answer(data) } satisfies QrAnswer);
};

function answer(request: QrRequest): Omit<QrAnswer, 'id'> {
  try {
    if ('draw' in request) return { drawing: drawQr(request.draw) };
    return { text: readBitmap(request.bitmap, request.from) };
  } catch {
    return { text: null };
  }
}

function readBitmap(bitmap: ImageBitmap, from: 'picture' | 'frame'): string | null {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (canvas === null) return null;
  canvas.drawImage(bitmap, 0, 0);
  bitmap.close();
  return readQr(canvas.getImageData(0, 0, width, height), from);
}
