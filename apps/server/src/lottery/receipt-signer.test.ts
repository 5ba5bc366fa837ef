import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadReceiptKey, type ReceiptKey } from './receipt-key.ts';
import { type ReceiptSigner, startReceiptSigner } from './receipt-signer.ts';

let folder: string;
let key: ReceiptKey;
let signer: ReceiptSigner;
let faults: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-signer-'));
  key = await loadReceiptKey(folder);
  faults = [];
  signer = startReceiptSigner(key, folder, (error) => faults.push(error));
});
afterEach(async () => {
  await signer.stop();
  await rm(folder, { recursive: true });
});

const leaves = (count: number, salt = 0) =>
  Array.from({ length: count }, (_, index) => Buffer.alloc(1 + ((index * 37) % 300), index + salt));

test('each receipt gets its own signature, however many come at once', async () => {
  const expected = leaves(200).map((leaf) => key.signLeaf(leaf));
  expect(await Promise.all(leaves(200).map((leaf) => signer.sign(leaf)))).toEqual(expected);
});

test('batches that follow each other keep their order', async () => {
  const signed: Promise<string[]>[] = [];
  for (let turn = 0; turn < 20; turn++) {
    signed.push(Promise.all(leaves(turn, turn).map((leaf) => signer.sign(leaf))));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const expected = signed.map((_, turn) => leaves(turn, turn).map((leaf) => key.signLeaf(leaf)));
  expect(await Promise.all(signed)).toEqual(expected);
});

test('nobody is left without a receipt when the thread ends', async () => {
  const requested = leaves(50).map((leaf) => signer.sign(leaf));
  await Promise.resolve();
  const stopped = signer.stop();
  const later = signer.sign(Buffer.from('later'));
  const expected = leaves(50).map((leaf) => key.signLeaf(leaf));
  expect(await Promise.all(requested)).toEqual(expected);
  await stopped;
  expect(await later).toBe(key.signLeaf(Buffer.from('later')));
  expect(await signer.sign(Buffer.from('after'))).toBe(key.signLeaf(Buffer.from('after')));
});

test('a thread that cannot read the key is told of, and receipts are signed all the same', async () => {
  await mkdir(join(folder, 'damaged'));
  await writeFile(join(folder, 'damaged', 'receipt-key.pem'), 'half a key');
  const failing = startReceiptSigner(key, join(folder, 'damaged'), (error) => faults.push(error));
  expect(await failing.sign(Buffer.from('slip'))).toBe(key.signLeaf(Buffer.from('slip')));
  expect(faults).toHaveLength(1);
  await failing.stop();
});
