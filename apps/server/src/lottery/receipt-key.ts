import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { lp } from '@tercet/fair';
import sodium from 'sodium-native';

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
  const path = join(folder, FILE);
  const pem = (await readIfThere(path)) ?? (await makeKey(folder, path));
  return receiptKeyOf(createPrivateKey(pem));
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

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Written whole before it gets its name: a crash leaves no half key. A link never replaces: the first of two makers
 * wins.
 */
async function makeKey(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeDurably(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(folder);
  return readFile(path, 'utf8');
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
