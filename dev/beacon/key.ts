/** The local beacon's BLS key, generated once, in a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { BEACON_SCHEME, type Chain, localChainHash, roundPoint, toHex } from '@tercet/fair';

/** 2026-01-01T00:00:00Z. */
export const LOCAL_GENESIS = 1_767_225_600;
const LOCAL_PERIOD = 3;
/** Round times, the same for every key. */
export const LOCAL_CHAIN_TIMES = { genesis: LOCAL_GENESIS, period: LOCAL_PERIOD };

const KEY_FILE = 'beacon.key';
const KEY_PATTERN = /^[0-9a-f]{64}\n$/;
const OWNER_ONLY = 0o600;

/** Loads a data folder's secret key or generates it. Throws when the file holds something else. */
export async function loadOrCreateKey(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, KEY_FILE);
  const stored = await readKey(path);
  if (stored !== null) return stored;
  await mkdir(dataDir, { recursive: true });
  await writeOnce(path, `${toHex(bls12_381.utils.randomSecretKey())}\n`);
  const made = await readKey(path);
  if (made === null) throw new Error(`${path} disappeared`);
  return made;
}

export function localChain(secretKey: Uint8Array): Chain {
  const publicKey = bls12_381.shortSignatures.getPublicKey(secretKey).toHex(true);
  const hash = localChainHash(publicKey, LOCAL_GENESIS, LOCAL_PERIOD);
  return { hash, publicKey, period: LOCAL_PERIOD, genesis: LOCAL_GENESIS, scheme: BEACON_SCHEME };
}

/** The signature of a round in hex, due or not. Only the season and tests may sign future rounds. */
export function signRound(secretKey: Uint8Array, round: number): string {
  return bls12_381.shortSignatures.sign(roundPoint(round), secretKey).toHex(true);
}

async function readKey(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  if (!KEY_PATTERN.test(text)) throw new Error(`${path} does not contain a beacon key`);
  return Uint8Array.from(Buffer.from(text.trim(), 'hex'));
}

/** A hard link appears atomically and never replaces a file: two processes that start together use the same key. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = await open(draft, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  await syncFolder(join(path, '..'));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
