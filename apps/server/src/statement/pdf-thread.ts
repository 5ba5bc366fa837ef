import { parentPort } from 'node:worker_threads';
import type { PrintDocument } from './pdf/document.ts';
import { renderPdf } from './pdf/render.ts';

// Worker thread of `pdf-printer.ts`. Receives one paper at a time and answers each with its PDF or a fault.
export type Printed = { pdf: Uint8Array } | { fault: string };

parentPort?.on('message', async (paper: PrintDocument) => {
  try {
    const pdf = new Uint8Array(await renderPdf(paper));
    parentPort?.postMessage({ pdf } satisfies Printed, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
