import type { PdfFound } from './pdf.ts';

/** Result of an upload: a redrawn picture, the reason for a refusal, or the verdict on a PDF. */
export type RedrawResult =
  | { pdf: PdfFound }
  | { webp: Uint8Array }
  | { refused: 'picture-bad' }
  | { refused: 'picture-too-many-pixels'; millionsMax: number };
