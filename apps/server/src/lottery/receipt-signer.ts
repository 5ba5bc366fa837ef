import { Worker } from 'node:worker_threads';
import type { ReceiptKey } from './receipt-key.ts';
import { joinLeaves, SIGNATURE_BYTES } from './signing-batch.ts';

/** Signs receipts of slips as they are accepted. */
export interface ReceiptSigner {
  publicKey: string;
  /** Same as `ReceiptKey.signLeaf`. */
  sign(leafData: Buffer): Promise<string>;
  stop(): Promise<void>;
}

interface Waiting {
  leafData: Buffer;
  resolve(signature: string): void;
}

/**
 * Signs on a worker thread, to keep the main thread free for members at a peak. Slips accepted together are sent as
 * one batch. If the worker fails, `onFault` is called and the main thread signs.
 */
export function startReceiptSigner(key: ReceiptKey, keysDir: string, onFault: (error: unknown) => void): ReceiptSigner {
  let worker: Worker | null = new Worker(new URL('./receipt-signer-thread.ts', import.meta.url), {
    workerData: { keysDir },
  });
  worker.unref();
  const ended = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
  /** Sent batches, in the order of the answers. */
  const sent: Waiting[][] = [];
  let next: Waiting[] = [];

  function handOver(): void {
    const batch = next;
    next = [];
    if (worker === null) {
      signHere(batch);
      return;
    }
    sent.push(batch);
    const leaves = joinLeaves(batch.map(({ leafData }) => leafData));
    worker.postMessage(leaves, [leaves.buffer]);
  }

  function signHere(batch: readonly Waiting[]): void {
    for (const { leafData, resolve } of batch) resolve(key.signLeaf(leafData));
  }

  worker.on('message', (signatures: Uint8Array) => {
    const hex = Buffer.from(signatures.buffer, signatures.byteOffset, signatures.byteLength).toString('hex');
    for (const [index, { resolve }] of (sent.shift() ?? []).entries()) {
      resolve(hex.slice(index * 2 * SIGNATURE_BYTES, (index + 1) * 2 * SIGNATURE_BYTES));
    }
  });
  worker.on('error', onFault);
  worker.on('exit', () => {
    worker = null;
    for (const batch of sent.splice(0)) signHere(batch);
  });

  return {
    publicKey: key.publicKey,
    sign(leafData) {
      return new Promise((resolve) => {
        // Slips of one batch are answered in the same tick. Their receipts are sent at its end.
        if (next.push({ leafData, resolve }) === 1) process.nextTick(handOver);
      });
    },
    async stop() {
      await worker?.terminate();
      await ended;
    },
  };
}
