import { inspectPdf } from './pdf.ts';
import type { RedrawRequest } from './pictures.ts';
import { drawIcons, limitLibraries, redrawPicture } from './redraw.ts';
import type { RedrawResult } from './redraw-result.ts';

// Child process of `pictures.ts`: receives one file at a time and sends back the result.
limitLibraries();
process.on('message', async (request: RedrawRequest) => {
  process.send?.(await resultOf(request));
});
// The parent is gone, so nobody needs the current picture.
process.on('disconnect', () => process.exit(0));

async function resultOf({ bytes, form, ground = '' }: RedrawRequest): Promise<RedrawResult> {
  if (form === 'pdf') return { pdf: await inspectPdf(bytes) };
  return form === 'icons' ? drawIcons(bytes, ground) : redrawPicture(bytes, form);
}
