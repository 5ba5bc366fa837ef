import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { makeOnce, readIfThere } from '../process/durable-file.ts';

/** Reads an Ed25519 private key from a file. Null if the file does not exist. */
export async function readKeyFile(path: string): Promise<KeyObject | null> {
  const pem = await readIfThere(path);
  return pem === null ? null : createPrivateKey(pem);
}

/**
 * Reads an Ed25519 private key from a file, and creates the file if it does not exist. Only the server's user can read
 * it.
 */
export async function loadKeyFile(path: string): Promise<KeyObject> {
  const known = await readKeyFile(path);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  return createPrivateKey(await makeOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()));
}
