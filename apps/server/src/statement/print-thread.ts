import { parentPort } from 'node:worker_threads';
import { drawPaper } from './paper/draw.ts';
import type { Paper } from './paper/paper.ts';

// The thread of `printer.ts`: papers come one at a time, and what was made of each goes back.
export type Printed = { pdf: Uint8Array } | { fault: string };

parentPort?.on('message', async (paper: Paper) => {
  try {
    const pdf = new Uint8Array(await drawPaper(paper));
    parentPort?.postMessage({ pdf } satisfies Printed, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
