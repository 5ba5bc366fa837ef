import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { addSealingKey, chooseSealingKey, loadSealer, type Sealer } from './sealed.ts';

const TEXT = '{"iban":"DE89370400440532013000","phone":"+97688123456"}';
const ROW = 'payee/0190a1b2-1234-7234-8234-123456789016/0190a1b2-1234-7234-8234-123456789017';

let folder: TemporaryFolder;
let sealer: Sealer;
beforeEach(async () => {
  folder = temporaryFolder('tercet-sealed-');
  sealer = await loadSealer(folder.path);
});
afterEach(() => folder.remove());

function keysPath(): string {
  return join(folder.path, 'sealing-keys.json');
}

describe('what is sealed', () => {
  test('opens in its row, and is another text each time', () => {
    const [one, two] = [sealer.seal(TEXT, ROW), sealer.seal(TEXT, ROW)];
    expect(one.bytes.equals(two.bytes)).toBe(false);
    expect(one.bytes.includes('DE89')).toBe(false);
    expect([sealer.open(one, ROW), sealer.open(two, ROW)]).toEqual([TEXT, TEXT]);
  });

  test('does not open in another row', () => {
    const sealed = sealer.seal(TEXT, ROW);
    expect(() => sealer.open(sealed, ROW.replace('017', '018'))).toThrow();
    expect(() => sealer.open(sealed, ROW.replace('payee', 'push'))).toThrow();
  });

  test('does not open with any bit of it flipped', () => {
    const { bytes, keyId } = sealer.seal(TEXT, ROW);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => sealer.open({ keyId, bytes: flipped }, ROW), `bit ${bit}`).toThrow();
    }
  });

  test('does not open when it is cut, or empty', () => {
    const { bytes, keyId } = sealer.seal(TEXT, ROW);
    for (const length of [0, 11, 12, 27, 28, bytes.length - 1]) {
      expect(() => sealer.open({ keyId, bytes: bytes.subarray(0, length) }, ROW), `${length} bytes`).toThrow();
    }
  });

  test('does not open with a key that is not there, and names it', () => {
    const { bytes } = sealer.seal(TEXT, ROW);
    expect(() => sealer.open({ keyId: 'aabbccdd', bytes }, ROW)).toThrow('no sealing key aabbccdd');
    expect(() => sealer.open({ keyId: '__proto__', bytes }, ROW)).toThrow('no sealing key');
  });

  test('does not open under the name of another key', async () => {
    const { bytes } = sealer.seal(TEXT, ROW);
    const keyId = await addSealingKey(folder.path);
    expect(() => sealer.open({ keyId, bytes }, ROW)).toThrow();
  });
});

describe('keys', () => {
  test('are made once, for their owner alone, and stay over a restart', async () => {
    const sealed = sealer.seal(TEXT, ROW);
    const again = await loadSealer(folder.path);
    expect(again.currentKeyId).toBe(sealer.currentKeyId);
    expect(again.open(sealed, ROW)).toBe(TEXT);
  });

  test('that are added while it runs are not sealed with before they are taken; the old ones still open', async () => {
    const before = sealer.seal(TEXT, ROW);
    const keyId = await addSealingKey(folder.path);
    expect(sealer.seal(TEXT, ROW).keyId).toBe(before.keyId);
    await chooseSealingKey(folder.path, keyId);
    expect(sealer.currentKeyId).toBe(keyId);
    const after = sealer.seal(TEXT, ROW);
    expect(after.keyId).toBe(keyId);
    expect(before.keyId).not.toBe(keyId);
    expect([sealer.open(before, ROW), sealer.open(after, ROW)]).toEqual([TEXT, TEXT]);
  });

  test('that another process has added are looked for when something of theirs is opened', async () => {
    const other = await loadSealer(folder.path);
    await chooseSealingKey(folder.path, await addSealingKey(folder.path));
    expect(sealer.open(other.seal(TEXT, ROW), ROW)).toBe(TEXT);
  });

  test('that are not there are not taken, and the file stays as it is', async () => {
    const before = readFileSync(keysPath(), 'utf8');
    await expect(chooseSealingKey(folder.path, 'aabbccdd')).rejects.toThrow('no sealing key aabbccdd');
    await expect(chooseSealingKey(folder.path, '__proto__')).rejects.toThrow('no sealing key');
    expect(readFileSync(keysPath(), 'utf8')).toBe(before);
  });

  test('that are no keys are refused with one line', async () => {
    writeFileSync(keysPath(), JSON.stringify({ current: 'a', keys: { a: 'c2hvcnQ=' } }));
    expect(() => sealer.seal(TEXT, ROW)).toThrow('no sealing key a');
    writeFileSync(keysPath(), '{}');
    await expect(loadSealer(folder.path)).rejects.toThrow();
    expect(readFileSync(keysPath(), 'utf8')).toBe('{}');
  });
});
