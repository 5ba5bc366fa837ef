import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { NOTE_ED25519, verifierKeyOf } from '@tercet/fair';

/** A log's key, derived from a seed. */
export interface LogKey {
  vkey: string;
  sign(message: Uint8Array): Uint8Array;
}

const PKCS8_PREFIX = '302e020100300506032b657004220420';

function ed25519Key(seed: number): KeyObject {
  const der = Buffer.from(PKCS8_PREFIX + Buffer.alloc(32, seed).toString('hex'), 'hex');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export function logKey(origin: string, seed: number): LogKey {
  const key = ed25519Key(seed);
  const publicKey = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return {
    vkey: verifierKeyOf(origin, NOTE_ED25519, publicKey),
    sign: (message) => sign(null, message, key),
  };
}
