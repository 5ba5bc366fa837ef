import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { addEncryptionKey, chooseEncryptionKey, type FieldCipher, loadFieldCipher } from './field-cipher.ts';

const TEXT = '{"iban":"DE89370400440532013000","phone":"+97688123456"}';
const ROW = 'payee/0190a1b2-1234-7234-8234-123456789016/0190a1b2-1234-7234-8234-123456789017';

let folder: TemporaryFolder;
let cipher: FieldCipher;
beforeEach(async () => {
  folder = temporaryFolder('tercet-encrypted-');
  cipher = await loadFieldCipher(folder.path);
});
afterEach(() => folder.remove());

function keysPath(): string {
  return join(folder.path, 'encryption-keys.json');
}

describe('what is encrypted', () => {
  test('opens in its row, and is another text each time', () => {
    const [one, two] = [cipher.encrypt(TEXT, ROW), cipher.encrypt(TEXT, ROW)];
    expect(one.bytes.equals(two.bytes)).toBe(false);
    expect(one.bytes.includes('DE89')).toBe(false);
    expect([cipher.decrypt(one, ROW), cipher.decrypt(two, ROW)]).toEqual([TEXT, TEXT]);
  });

  test('does not open in another row', () => {
    const encrypted = cipher.encrypt(TEXT, ROW);
    expect(() => cipher.decrypt(encrypted, ROW.replace('017', '018'))).toThrow();
    expect(() => cipher.decrypt(encrypted, ROW.replace('payee', 'push'))).toThrow();
  });

  test('does not open with any bit of it flipped', () => {
    const { bytes, keyId } = cipher.encrypt(TEXT, ROW);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => cipher.decrypt({ keyId, bytes: flipped }, ROW), `bit ${bit}`).toThrow();
    }
  });

  test('does not open when it is cut, or empty', () => {
    const { bytes, keyId } = cipher.encrypt(TEXT, ROW);
    for (const length of [0, 11, 12, 27, 28, bytes.length - 1]) {
      expect(() => cipher.decrypt({ keyId, bytes: bytes.subarray(0, length) }, ROW), `${length} bytes`).toThrow();
    }
  });

  test('does not open with a key that is not there, and names it', () => {
    const { bytes } = cipher.encrypt(TEXT, ROW);
    expect(() => cipher.decrypt({ keyId: 'aabbccdd', bytes }, ROW)).toThrow('no encryption key aabbccdd');
    expect(() => cipher.decrypt({ keyId: '__proto__', bytes }, ROW)).toThrow('no encryption key');
  });

  test('does not open under the name of another key', async () => {
    const { bytes } = cipher.encrypt(TEXT, ROW);
    const keyId = await addEncryptionKey(folder.path);
    expect(() => cipher.decrypt({ keyId, bytes }, ROW)).toThrow();
  });
});

describe('keys', () => {
  test('are made once, for their owner alone, and stay over a restart', async () => {
    const encrypted = cipher.encrypt(TEXT, ROW);
    const again = await loadFieldCipher(folder.path);
    expect(again.currentKeyId).toBe(cipher.currentKeyId);
    expect(again.decrypt(encrypted, ROW)).toBe(TEXT);
  });

  test('that are added while it runs are not encrypted with before they are taken; the old ones still open', async () => {
    const before = cipher.encrypt(TEXT, ROW);
    const keyId = await addEncryptionKey(folder.path);
    expect(cipher.encrypt(TEXT, ROW).keyId).toBe(before.keyId);
    await chooseEncryptionKey(folder.path, keyId);
    expect(cipher.currentKeyId).toBe(keyId);
    const after = cipher.encrypt(TEXT, ROW);
    expect(after.keyId).toBe(keyId);
    expect(before.keyId).not.toBe(keyId);
    expect([cipher.decrypt(before, ROW), cipher.decrypt(after, ROW)]).toEqual([TEXT, TEXT]);
  });

  test('that another process has added are looked for when something of theirs is opened', async () => {
    const other = await loadFieldCipher(folder.path);
    await chooseEncryptionKey(folder.path, await addEncryptionKey(folder.path));
    expect(cipher.decrypt(other.encrypt(TEXT, ROW), ROW)).toBe(TEXT);
  });

  test('that are not there are not taken, and the file stays as it is', async () => {
    const before = readFileSync(keysPath(), 'utf8');
    await expect(chooseEncryptionKey(folder.path, 'aabbccdd')).rejects.toThrow('no encryption key aabbccdd');
    await expect(chooseEncryptionKey(folder.path, '__proto__')).rejects.toThrow('no encryption key');
    expect(readFileSync(keysPath(), 'utf8')).toBe(before);
  });

  test('that are no keys are refused with one line', async () => {
    writeFileSync(keysPath(), JSON.stringify({ current: 'a', keys: { a: 'c2hvcnQ=' } }));
    expect(() => cipher.encrypt(TEXT, ROW)).toThrow('no encryption key a');
    writeFileSync(keysPath(), '{}');
    await expect(loadFieldCipher(folder.path)).rejects.toThrow();
    expect(readFileSync(keysPath(), 'utf8')).toBe('{}');
  });
});
