import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeOnce, readIfThere, replaceDurably } from '../process/durable-file.ts';

/** A ciphertext and the id of its key. */
export interface Encrypted {
  keyId: string;
  /** Nonce (12 bytes), tag (16), ciphertext: AES-256-GCM. */
  bytes: Buffer;
}

/**
 * Encrypts fields at rest, such as an IBAN or a card token. `boundTo` names the row, such as `payee/<member>/<id>`.
 * It is authenticated: a ciphertext that was moved to another row does not decrypt.
 */
export interface FieldCipher {
  /** Id of the key for new ciphertexts. */
  readonly currentKeyId: string;
  encrypt(text: string, boundTo: string): Encrypted;
  /** Throws when the key is missing, or when the bytes were not encrypted for this row. */
  decrypt(encrypted: Encrypted, boundTo: string): string;
  /** MAC of a text under the current key, with the key's id: `1a2b3c4d:…`. */
  macOf(text: string): string;
  /** Whether `mac` is valid for the text. False for a missing key. */
  isMacOf(mac: string, text: string): boolean;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';

const KeysFile = z.strictObject({ current: z.string(), keys: z.record(z.string(), z.string()) });
type Keys = z.infer<typeof KeysFile>;

interface KnownKeys {
  current: string;
  keys: Map<string, string>;
}

/**
 * Cipher with the keys of the folder's `encryption-keys.json`. Creates the file with a first key if it is missing.
 * Reads the file for each encryption, and again for an unknown key, so a change needs no restart.
 */
export async function loadFieldCipher(keysDir: string): Promise<FieldCipher> {
  const path = pathOf(keysDir);
  if ((await readIfThere(path)) === null) await makeOnce(path, JSON.stringify(withNewKey({ current: '', keys: {} })));
  return fieldCipherOf(() => {
    const { current, keys } = KeysFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { current, keys: new Map(Object.entries(keys)) };
  });
}

/** Adds a key without using it: every machine needs it before one encrypts with it. Returns its id. */
export async function addEncryptionKey(keysDir: string): Promise<string> {
  await loadFieldCipher(keysDir);
  const { current, keys } = await readKeys(keysDir);
  const added = withNewKey({ current, keys });
  await replaceDurably(pathOf(keysDir), JSON.stringify({ current, keys: added.keys }));
  return added.current;
}

/** Makes a key current. The others still decrypt. Throws when the key is missing. */
export async function chooseEncryptionKey(keysDir: string, keyId: string): Promise<void> {
  await loadFieldCipher(keysDir);
  const { current, keys } = await readKeys(keysDir);
  if (!Object.hasOwn(keys, keyId)) throw new Error(`there is no encryption key ${keyId} in the keys folder`);
  if (keyId !== current) await replaceDurably(pathOf(keysDir), JSON.stringify({ current: keyId, keys }));
}

async function readKeys(keysDir: string): Promise<Keys> {
  return KeysFile.parse(JSON.parse((await readIfThere(pathOf(keysDir))) ?? ''));
}

function pathOf(keysDir: string): string {
  return join(keysDir, 'encryption-keys.json');
}

function withNewKey({ keys }: Keys): Keys {
  const current = randomBytes(4).toString('hex');
  return { current, keys: { ...keys, [current]: randomBytes(KEY_BYTES).toString('base64') } };
}

/** Encryption is rare and the file short, so it is read each time. Decryption reads it again for an unknown key. */
function fieldCipherOf(readKeys: () => KnownKeys): FieldCipher {
  let known = readKeys();

  function keyOf(keyId: string): Buffer {
    if (!known.keys.has(keyId)) known = readKeys();
    const key = Buffer.from(known.keys.get(keyId) ?? '', 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`there is no encryption key ${keyId} in the keys folder`);
    return key;
  }

  /** MAC under a key derived from the encryption key: each key has one purpose. */
  function macUnder(keyId: string, text: string): string {
    const key = createHmac('sha256', keyOf(keyId)).update(`tercet/mac/${keyId}`).digest();
    return `${keyId}:${createHmac('sha256', key).update(text, 'utf8').digest('base64url')}`;
  }

  return {
    get currentKeyId() {
      known = readKeys();
      return known.current;
    },
    encrypt(text, boundTo) {
      known = readKeys();
      const keyId = known.current;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(keyId), nonce).setAAD(boundBytes(keyId, boundTo));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { keyId, bytes: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) };
    },
    decrypt({ keyId, bytes }, boundTo) {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, keyOf(keyId), nonce, { authTagLength: TAG_BYTES })
        .setAAD(boundBytes(keyId, boundTo))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
    macOf(text) {
      known = readKeys();
      return macUnder(known.current, text);
    },
    isMacOf(mac, text) {
      const [keyId = ''] = mac.split(':', 1);
      if (!known.keys.has(keyId)) known = readKeys();
      if (!known.keys.has(keyId)) return false;
      const [given, right] = [Buffer.from(mac), Buffer.from(macUnder(keyId, text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

function boundBytes(keyId: string, boundTo: string): Buffer {
  return Buffer.from(`tercet/sealed/${keyId}/${boundTo}`, 'utf8');
}
