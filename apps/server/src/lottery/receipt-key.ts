import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lp } from '@tercet/fair';
import sodium from 'sodium-native';
import { loadKeyFile, readKeyFile } from '../crypto/key-file.ts';

/** The key that signs receipts. It lies outside the database, in a file that only the server's user can read. */
export interface ReceiptKey {
  /** Ed25519 public key, hex; named by the table. */
  publicKey: string;
  /** The signature over lp("tercet/v1/receipt") ‖ leaf data, hex. */
  signLeaf(leafData: Buffer): string;
}

const TAG = Buffer.from(lp('tercet/v1/receipt'));
const FILE = 'receipt-key.pem';
const OTHER_FILE = /^receipt-key-\d+\.pem$/;

/** The receipts' keys that lie here. */
export interface ReceiptKeys {
  /** Of `receipt-key.pem`: the one that signs without taking the time of whoever answers members. */
  current: ReceiptKey;
  /** The key that a table names by its public key; null where it does not lie here. */
  of(publicKey: string): ReceiptKey | null;
}

/** Reads the key of a folder, or makes it there on the first start. */
export async function loadReceiptKey(folder: string): Promise<ReceiptKey> {
  return receiptKeyOf(await loadKeyFile(join(folder, FILE)));
}

/** Those of a folder: the current one, which is made where there is none, and earlier or later ones beside it. */
export async function loadReceiptKeys(folder: string): Promise<ReceiptKeys> {
  const current = await loadReceiptKey(folder);
  const names = (await readdir(folder)).filter((name) => OTHER_FILE.test(name));
  const others = await Promise.all(names.map((name) => readReceiptKey(join(folder, name))));
  const all = new Map([current, ...others].map((key) => [key.publicKey, key]));
  return { current, of: (publicKey) => all.get(publicKey) ?? null };
}

/** The same; `onMissing` is told of a key that was asked for in vain. */
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

/** Throws an `Error` with one line where the file is not there. */
export async function readReceiptKey(path: string): Promise<ReceiptKey> {
  const key = await readKeyFile(path);
  if (key === null) throw new Error(`${path} is not there`);
  return receiptKeyOf(key);
}

/** Signs with libsodium: every slip waits for a signature, and this one takes half the time of the platform's. */
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
