import type { QrDrawing } from './qr.ts';

export type QrRequest = { id: number; draw: string } | { id: number; bitmap: ImageBitmap; from: 'picture' | 'frame' };

/** To a drawing a drawing, to a picture its text; neither where it could not be done. */
export interface QrAnswer {
  id: number;
  drawing?: QrDrawing;
  text?: string | null;
}
