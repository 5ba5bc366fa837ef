import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeOnce, readIfThere, replaceDurably } from '../process/durable-file.ts';

/** What was sealed, and the id of the key it was sealed with. */
export interface Sealed {
  keyId: string;
  /** Nonce (12 bytes), tag (16), ciphertext: AES-256-GCM. */
  bytes: Buffer;
}

/**
 * Seals what must not be readable in the database (an IBAN, a card token). `boundTo` names the row, such as
 * `payee/<member>/<id>`: sealed bytes that somebody moved to another row do not open there.
 */
export interface Sealer {
  /** Of the key that is sealed with now. */
  readonly currentKeyId: string;
  seal(text: string, boundTo: string): Sealed;
  /** Throws when the key is not there, or when the bytes are not those that were sealed for this row. */
  open(sealed: Sealed, boundTo: string): string;
  /** The MAC of a text under the current key, with the key's id: `1a2b3c4d:…`. */
  macOf(text: string): string;
  /** Whether it is that of this text. A MAC under a key that is not there is none. */
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
 * The sealer over a folder's `sealing-keys.json`, which is made with a first key where there is none. It follows the
 * file while it runs: what is sealed takes the key that is current then, and a key that it does not know is looked for.
 */
export async function loadSealer(keysDir: string): Promise<Sealer> {
  const path = pathOf(keysDir);
  if ((await readIfThere(path)) === null) await makeOnce(path, JSON.stringify(withNewKey({ current: '', keys: {} })));
  return sealerOf(() => {
    const { current, keys } = KeysFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { current, keys: new Map(Object.entries(keys)) };
  });
}

/**
 * Adds a key that nothing is sealed with yet: every machine has to have it before one of them seals with it. Returns
 * its id.
 */
export async function addSealingKey(keysDir: string): Promise<string> {
  await loadSealer(keysDir);
  const { current, keys } = await readKeys(keysDir);
  const added = withNewKey({ current, keys });
  await replaceDurably(pathOf(keysDir), JSON.stringify({ current, keys: added.keys }));
  return added.current;
}

/** Makes a key of the file the one to seal with; the others open what they sealed. Throws where it is not there. */
export async function chooseSealingKey(keysDir: string, keyId: string): Promise<void> {
  await loadSealer(keysDir);
  const { current, keys } = await readKeys(keysDir);
  if (!Object.hasOwn(keys, keyId)) throw new Error(`there is no sealing key ${keyId} in the keys folder`);
  if (keyId !== current) await replaceDurably(pathOf(keysDir), JSON.stringify({ current: keyId, keys }));
}

async function readKeys(keysDir: string): Promise<Keys> {
  return KeysFile.parse(JSON.parse((await readIfThere(pathOf(keysDir))) ?? ''));
}

function pathOf(keysDir: string): string {
  return join(keysDir, 'sealing-keys.json');
}

function withNewKey({ keys }: Keys): Keys {
  const current = randomBytes(4).toString('hex');
  return { current, keys: { ...keys, [current]: randomBytes(KEY_BYTES).toString('base64') } };
}

/** Sealing is rare and the file is short, so it is read each time; opening asks for it where the key is not known. */
function sealerOf(readKeys: () => KnownKeys): Sealer {
  let known = readKeys();

  function keyOf(keyId: string): Buffer {
    if (!known.keys.has(keyId)) known = readKeys();
    const key = Buffer.from(known.keys.get(keyId) ?? '', 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`there is no sealing key ${keyId} in the keys folder`);
    return key;
  }

  /** Under a key of its own, made from the sealing key: one never does the work of the other. */
  function macUnder(keyId: string, text: string): string {
    const key = createHmac('sha256', keyOf(keyId)).update(`tercet/mac/${keyId}`).digest();
    return `${keyId}:${createHmac('sha256', key).update(text, 'utf8').digest('base64url')}`;
  }

  return {
    get currentKeyId() {
      known = readKeys();
      return known.current;
    },
    seal(text, boundTo) {
      known = readKeys();
      const keyId = known.current;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(keyId), nonce).setAAD(boundBytes(keyId, boundTo));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { keyId, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
    },
    open({ keyId, bytes }, boundTo) {
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
