import { inspectPdf } from './pdf.ts';
import { limitLibraries, type PictureForm, squareOf } from './square.ts';
import type { Squared } from './squared.ts';

// Child process of `pictures.ts`: receives one file at a time and sends back the result.
limitLibraries();
process.on('message', async ({ bytes, form }: { bytes: Uint8Array; form: PictureForm | 'pdf' }) => {
  const made: Squared = form === 'pdf' ? { pdf: await inspectPdf(bytes) } : await squareOf(bytes, form);
  process.send?.(made);
});
// The parent is gone, so nobody needs the current picture.
process.on('disconnect', () => process.exit(0));
