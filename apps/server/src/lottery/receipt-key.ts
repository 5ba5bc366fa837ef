import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lp } from '@tercet/fair';
import sodium from 'sodium-native';
import { loadKeyFile, readKeyFile } from '../crypto/key-file.ts';

/** Signing key of receipts. It is in a file outside the database that only the server's user can read. */
export interface ReceiptKey {
  /** Ed25519 public key, hex. The table names it. */
  publicKey: string;
  /** Signature over lp("tercet/v1/receipt") ‖ leaf data, hex. */
  signLeaf(leafData: Buffer): string;
}

const TAG = Buffer.from(lp('tercet/v1/receipt'));
const FILE = 'receipt-key.pem';
const OTHER_FILE = /^receipt-key-\d+\.pem$/;

/** Receipt keys of this machine. */
export interface ReceiptKeys {
  /** The key in `receipt-key.pem`. It signs on a worker thread, so that it does not delay requests. */
  current: ReceiptKey;
  /** The key with a public key that a table names. Null if it is missing here. */
  of(publicKey: string): ReceiptKey | null;
}

/** Reads the key of a folder, or creates it on the first start. */
export async function loadReceiptKey(folder: string): Promise<ReceiptKey> {
  return receiptKeyOf(await loadKeyFile(join(folder, FILE)));
}

/** Reads all receipt keys of a folder. Creates the current one if it is missing. */
export async function loadReceiptKeys(folder: string): Promise<ReceiptKeys> {
  const current = await loadReceiptKey(folder);
  const names = (await readdir(folder)).filter((name) => OTHER_FILE.test(name));
  const others = await Promise.all(names.map((name) => readReceiptKey(join(folder, name))));
  const all = new Map([current, ...others].map((key) => [key.publicKey, key]));
  return { current, of: (publicKey) => all.get(publicKey) ?? null };
}

/** Same keys; `onMissing` is called with each requested key that is missing. */
export function tellingOfMissing(keys: ReceiptKeys, onMissing: (publicKey: string) => void): ReceiptKeys {
  return {
    ...keys,
    of(publicKey) {
      const key = keys.of(publicKey);
      if (key === null) onMissing(publicKey);
      return key;
    },
  };
}

/** Throws an `Error` of one line if the file does not exist. */
export async function readReceiptKey(path: string): Promise<ReceiptKey> {
  const key = await readKeyFile(path);
  if (key === null) throw new Error(`${path} does not exist`);
  return receiptKeyOf(key);
}

/** Signs with libsodium. Every slip waits for its signature, and libsodium takes half the time of Node.js. */
export function receiptKeyOf(privateKey: KeyObject): ReceiptKey {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, seed);
  return {
    publicKey: publicKey.toString('hex'),
    signLeaf(leafData) {
      const signature = Buffer.allocUnsafe(sodium.crypto_sign_BYTES);
      sodium.crypto_sign_detached(signature, Buffer.concat([TAG, leafData]), secretKey);
      return signature.toString('hex');
    },
  };
}
