import { limitLibraries, squareOf } from './square.ts';
import type { Squared } from './squared.ts';

// The process of `pictures.ts`: bytes come one picture at a time, and what became of each goes back.
limitLibraries();
process.on('message', async ({ bytes }: { bytes: Uint8Array }) => {
  process.send?.((await squareOf(bytes)) satisfies Squared);
});
// Whoever asked is gone, and nobody waits for the picture under way.
process.on('disconnect', () => process.exit(0));
