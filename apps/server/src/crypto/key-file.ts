import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { makeOnce, readIfThere } from '../process/durable-file.ts';

/** The Ed25519 key of a file, or null where there is none. */
export async function readKeyFile(path: string): Promise<KeyObject | null> {
  const pem = await readIfThere(path);
  return pem === null ? null : createPrivateKey(pem);
}

/** The Ed25519 key of a file, which is made where there is none. Only the server's user can read it. */
export async function loadKeyFile(path: string): Promise<KeyObject> {
  const known = await readKeyFile(path);
  if (known) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  return createPrivateKey(await makeOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()));
}
