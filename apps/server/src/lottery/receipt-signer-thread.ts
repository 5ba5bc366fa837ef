import { parentPort, workerData } from 'node:worker_threads';
import { loadReceiptKey } from './receipt-key.ts';
import { SIGNATURE_BYTES, splitLeaves } from './signing-batch.ts';

// Thread of `receipt-signer.ts`. Receives batches of leaf data and returns their signatures in the same order.
const { keysDir } = workerData as { keysDir: string };
const key = await loadReceiptKey(keysDir);
parentPort?.on('message', (joined: Uint8Array) => {
  const leaves = splitLeaves(Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength));
  const signatures = new Uint8Array(leaves.length * SIGNATURE_BYTES);
  for (const [index, leafData] of leaves.entries()) {
    signatures.set(Buffer.from(key.signLeaf(leafData), 'hex'), index * SIGNATURE_BYTES);
  }
  parentPort?.postMessage(signatures, [signatures.buffer]);
});
