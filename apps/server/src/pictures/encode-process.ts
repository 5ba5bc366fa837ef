import { inspectPdf } from './pdf.ts';
import { limitLibraries, type PictureForm, squareOf } from './square.ts';
import type { Squared } from './squared.ts';

// The process of `pictures.ts`: bytes come one file at a time, and what became of each goes back.
limitLibraries();
process.on('message', async ({ bytes, form }: { bytes: Uint8Array; form: PictureForm | 'pdf' }) => {
  const made: Squared = form === 'pdf' ? { pdf: await inspectPdf(bytes) } : await squareOf(bytes, form);
  process.send?.(made);
});
// Whoever asked is gone, and nobody waits for the picture under way.
process.on('disconnect', () => process.exit(0));
