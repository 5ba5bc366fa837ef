import type { PdfFound } from './pdf.ts';

/** What became of bytes from outside: a picture of the club's own making, or why there is none; what a PDF is. */
export type Squared =
  | { pdf: PdfFound }
  | { webp: Uint8Array }
  | { refused: 'picture-bad' }
  | { refused: 'picture-too-many-pixels'; millionsMax: number };
