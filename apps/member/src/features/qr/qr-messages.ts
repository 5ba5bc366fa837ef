import type { QrDrawing } from './qr.ts';

export type QrRequest = { id: number; draw: string } | { id: number; bitmap: ImageBitmap; from: 'picture' | 'frame' };

/** `drawing` answers `draw`; `text` answers `bitmap`. Null or absent after a failure. */
export interface QrAnswer {
  id: number;
  drawing?: QrDrawing;
  text?: string | null;
}
