import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { lp } from '@tercet/fair';
import sodium from 'sodium-native';
import { loadKeyFile } from '../key-file.ts';

/** The key that signs receipts. It lies outside the database, in a file that only the server's user can read. */
export interface ReceiptKey {
  /** Ed25519 public key, hex; named by the table. */
  publicKey: string;
  /** The signature over lp("tercet/v1/receipt") ‖ leaf data, hex. */
  signLeaf(leafData: Buffer): string;
}

const TAG = Buffer.from(lp('tercet/v1/receipt'));
const FILE = 'receipt-key.pem';

/** Reads the key of a folder, or makes it there on the first start. */
export async function loadReceiptKey(folder: string): Promise<ReceiptKey> {
  return receiptKeyOf(await loadKeyFile(join(folder, FILE)));
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
