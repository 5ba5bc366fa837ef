import type { PdfFound } from './pdf.ts';

/** Names of the app icons of a logo. */
export type IconName = 'icon-180' | 'icon-192' | 'icon-512' | 'maskable-512';

/** Result of an upload: a redrawn picture, the reason for a refusal, or the verdict on a PDF. */
export type RedrawResult =
  | { pdf: PdfFound }
  | { webp: Uint8Array }
  | { icons: Record<IconName, Uint8Array> }
  | { refused: 'picture-bad' }
  | { refused: 'picture-too-many-pixels'; millionsMax: number };
