import { limitLibraries, type PictureForm, squareOf } from './square.ts';
import type { Squared } from './squared.ts';

// The process of `pictures.ts`: bytes come one picture at a time, and what became of each goes back.
limitLibraries();
process.on('message', async ({ bytes, form }: { bytes: Uint8Array; form: PictureForm }) => {
  process.send?.((await squareOf(bytes, form)) satisfies Squared);
});
// Whoever asked is gone, and nobody waits for the picture under way.
process.on('disconnect', () => process.exit(0));
