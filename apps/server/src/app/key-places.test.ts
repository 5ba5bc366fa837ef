import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { lookForReceiptKeys } from './key-places.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-places-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);

test('a receipts’ key that no table names is not taken for the one that they name, which may lie beside it', async () => {
  const { publicKey: old } = await loadReceiptKey(folder);
  expect(await lookForReceiptKeys(folder, [old, old])).toEqual([]);
  await rename(path('receipt-key.pem'), path('away.pem'));
  const { publicKey: made } = await loadReceiptKey(folder);
  expect(await lookForReceiptKeys(folder, [old, made, old])).toEqual([
    { name: 'the receipts’ key', path: path('receipt-key.pem'), fault: `is not ${old}, which a table names` },
  ]);
  await rename(path('away.pem'), path('receipt-key-1.pem'));
  expect(await lookForReceiptKeys(folder, [old, made])).toEqual([]);
});
