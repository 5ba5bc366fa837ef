import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import type { Paper } from './paper/paper.ts';
import type { Printed } from './print-thread.ts';

/** Makes PDF documents of papers. */
export interface Printer {
  /** Throws `busy` when too many wait already, or when it takes too long. */
  print(paper: Paper): Promise<Uint8Array>;
  stop(): Promise<void>;
}

export interface PrinterOptions {
  waitingMax?: number;
  /** For one document, from when it is its turn. */
  printMsMax?: number;
  /** After so long without work its thread ends, and with it all that it has read of fonts. */
  idleMs?: number;
}

interface Order {
  paper: Paper;
  resolve(pdf: Uint8Array): void;
  reject(error: unknown): void;
}

const MEMORY_MB_MAX = 512;

/** Draws on a thread of its own, one document at a time: the thread that answers members never waits for one. */
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
    const made = new Worker(new URL('./print-thread.ts', import.meta.url), {
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
    // What it was at when it ended is not tried again: it may be what ended it.
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
