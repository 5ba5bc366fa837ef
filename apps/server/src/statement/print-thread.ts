import { parentPort } from 'node:worker_threads';
import { drawPaper } from './paper/draw.ts';
import type { Paper } from './paper/paper.ts';

// Worker thread of `printer.ts`. Receives one paper at a time and answers each with its PDF or a fault.
export type Printed = { pdf: Uint8Array } | { fault: string };

parentPort?.on('message', async (paper: Paper) => {
  try {
    const pdf = new Uint8Array(await drawPaper(paper));
    parentPort?.postMessage({ pdf } satisfies Printed, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
