import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import type { PrintDocument } from './pdf/document.ts';
import type { Printed } from './pdf-thread.ts';

/** Prints papers as PDF documents. */
export interface Printer {
  /** Throws `busy` when too many papers wait, or printing takes too long. */
  print(paper: PrintDocument): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export interface PrinterOptions {
  waitingMax?: number;
  /** Longest time for one document, in milliseconds, from the start of its printing. */
  printMsMax?: number;
  /** After this time without work the thread ends, which frees its fonts. */
  idleMs?: number;
}

interface Order {
  paper: PrintDocument;
  resolve(pdf: Uint8Array): void;
  reject(error: unknown): void;
}

const MEMORY_MB_MAX = 512;

/** Prints on a worker thread, one document at a time, so that requests never wait for one. */
export function startPrinter(options: PrinterOptions = {}): Printer {
  const { waitingMax = 8, printMsMax = 30_000, idleMs = 60_000 } = options;
  const waiting: Order[] = [];
  let current: Order | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function next(): void {
    clearTimeout(timer);
    current = waiting.shift() ?? null;
    if (current === null) {
      timer = setTimeout(() => void end(), idleMs).unref();
      return;
    }
    worker ??= begin();
    worker.postMessage(current.paper);
    timer = setTimeout(() => void end(), printMsMax).unref();
  }

  function begin(): Worker {
    const made = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
    });
    made.unref();
    made.on('message', (printed: Printed) => {
      const done = current;
      current = null;
      if ('pdf' in printed) done?.resolve(printed.pdf);
      else done?.reject(new Error(printed.fault));
      next();
    });
    // The document that was being printed is not retried, because it may have ended the thread.
    made.on('error', () => {});
    made.on('exit', () => {
      if (worker !== made) return;
      worker = null;
      const broken = current;
      current = null;
      broken?.reject(new Refusal('busy'));
      if (!stopped) next();
    });
    return made;
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    await worker?.terminate();
  }

  return {
    print(paper) {
      return new Promise((resolve, reject) => {
        if (stopped || waiting.length >= waitingMax) {
          reject(new Refusal('busy'));
          return;
        }
        waiting.push({ paper, resolve, reject });
        if (current === null) next();
      });
    },
    async stop() {
      stopped = true;
      for (const order of waiting.splice(0)) order.reject(new Refusal('busy'));
      await end();
    },
  };
}
