import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { cosignedMessage, formatCosignature, NOTE_COSIGNATURE, verifierKeyOf } from '@tercet/fair';
import { makeFolder, makeSecretOnce, readIfThere } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';

/** A witness's public key, and a function that signs with its private key. */
export interface WitnessKey {
  /** `name+id+key` of type cosignature/v1, for a table's witness policy. */
  vkey: string;
  /** The signature line for a checkpoint's text at a time (Unix seconds), with its newline. */
  cosign(checkpointText: string, atSeconds: number): string;
}

interface KeyFile {
  name: string;
  /** PKCS 8 in PEM. */
  privateKey: string;
}

const FILE = 'witness-key.json';

/**
 * Reads the key from a folder, or creates it on the first start, readable by this user only. Throws a `StartFailure` on
 * an invalid name, and where the existing key has another name.
 */
export async function loadWitnessKey(folder: string, name: string): Promise<WitnessKey> {
  if (!isPossibleName(name)) throw new StartFailure('--name is empty or has a space or a plus in it.');
  const path = join(folder, FILE);
  await makeFolder(folder, 0o700);
  const file = parseKeyFile(path, (await readIfThere(path)) ?? (await makeSecretOnce(path, newKeyFile(name))));
  if (file.name !== name) {
    throw new StartFailure(`The key in ${folder} is of the witness ${file.name}: houses know it by that name.`);
  }
  return witnessKeyOf(name, createPrivateKey(file.privateKey));
}

function witnessKeyOf(name: string, privateKey: KeyObject): WitnessKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const vkey = verifierKeyOf(name, NOTE_COSIGNATURE, Buffer.from(x, 'base64url').toString('hex'));
  return {
    vkey,
    cosign: (text, atSeconds) =>
      formatCosignature(vkey, atSeconds, sign(null, cosignedMessage(text, atSeconds), privateKey)),
  };
}

function newKeyFile(name: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return `${JSON.stringify({ name, privateKey: pem } satisfies KeyFile)}\n`;
}

function parseKeyFile(path: string, text: string): KeyFile {
  try {
    const { name, privateKey } = JSON.parse(text);
    if (typeof name === 'string' && typeof privateKey === 'string') return { name, privateKey };
  } catch {
    // The error follows below.
  }
  throw new StartFailure(`${path} does not hold a witness's key.`);
}

function isPossibleName(name: string): boolean {
  try {
    verifierKeyOf(name, NOTE_COSIGNATURE, '00'.repeat(32));
    return true;
  } catch {
    return false;
  }
}
