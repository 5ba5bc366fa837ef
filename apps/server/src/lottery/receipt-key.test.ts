import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lp, slipLeafData, verifyReceipt } from '@tercet/fair';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadReceiptKey } from './receipt-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipt-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LEAF = {
  origin: 'test.example/book',
  drawId: 'dice-60/29743210',
  slipId: '00010203-0405-7607-8809-0a0b0c0d0e0f',
  commitment: '11'.repeat(32),
  tableHash: '22'.repeat(32),
  round: 30_596_436,
  tLock: 1_784_592_660,
  selections: [{ bet: 'big' as const, stakeMinor: 100n }],
};
const FILE = 'receipt-key.pem';

test('signs leaf data as a member’s phone checks it', async () => {
  const key = await loadReceiptKey(folder);
  const leafOf = (acceptedMs: number) => Buffer.from(slipLeafData({ ...LEAF, acceptedMs }));
  const claimOf = (leaf: Buffer) => ({ leafData: leaf.toString('hex'), signature, publicKey: key.publicKey });
  const signature = key.signLeaf(leafOf(1));
  expect(verifyReceipt(claimOf(leafOf(1)))).toBe(true);
  expect(verifyReceipt(claimOf(leafOf(2)))).toBe(false);
});

test('is made once, for the server’s user only, and leaves nothing half-written', async () => {
  const made = await loadReceiptKey(join(folder, 'keys'));
  expect((await loadReceiptKey(join(folder, 'keys'))).publicKey).toBe(made.publicKey);
  expect(await readdir(join(folder, 'keys'))).toEqual([FILE]);
  expect((await stat(join(folder, 'keys', FILE))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
});

test('is one key, however many processes start at once', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const place = join(folder, String(turn));
    const starts = Array.from({ length: 8 }, async (_, index) => {
      for (let ticks = 0; ticks < index * turn; ticks++) await setImmediate();
      return loadReceiptKey(place);
    });
    const keys = await Promise.all(starts);
    expect(new Set(keys.map((key) => key.publicKey)).size).toBe(1);
    expect((await loadReceiptKey(place)).publicKey).toBe(keys[0]?.publicKey);
  }
});

test('is made after a start that was killed half-way too, whoever’s process number it had', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${FILE}.${process.pid}`), 'half a k');
  await writeFile(join(folder, `${FILE}.tmp`), 'half a k');
  expect((await loadReceiptKey(folder)).publicKey).toMatch(/^[0-9a-f]{64}$/);
});

test('is never replaced: a damaged file stops the start', async () => {
  await writeFile(join(folder, FILE), 'half a key');
  await expect(loadReceiptKey(folder)).rejects.toThrow();
  expect(await readFile(join(folder, FILE), 'utf8')).toBe('half a key');
});

test('is the key of the file, to the bit: the platform’s own signature is the same', async () => {
  const key = await loadReceiptKey(folder);
  const privateKey = createPrivateKey(await readFile(join(folder, FILE)));
  const leaf = Buffer.from(slipLeafData({ ...LEAF, acceptedMs: 1 }));
  const signed = Buffer.concat([lp('tercet/v1/receipt'), leaf]);
  expect(key.signLeaf(leaf)).toBe(sign(null, signed, privateKey).toString('hex'));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  expect(key.publicKey).toBe(spki.subarray(-32).toString('hex'));
});
