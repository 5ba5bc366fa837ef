import { inspectPdf } from './pdf.ts';
import { limitLibraries, type PictureForm, redrawPicture } from './redraw.ts';
import type { RedrawResult } from './redraw-result.ts';

// Child process of `pictures.ts`: receives one file at a time and sends back the result.
limitLibraries();
process.on('message', async ({ bytes, form }: { bytes: Uint8Array; form: PictureForm | 'pdf' }) => {
  const made: RedrawResult = form === 'pdf' ? { pdf: await inspectPdf(bytes) } : await redrawPicture(bytes, form);
  process.send?.(made);
});
// The parent is gone, so nobody needs the current picture.
process.on('disconnect', () => process.exit(0));
