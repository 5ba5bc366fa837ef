import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * A passkey in software. It creates credentials and signs like a phone or a security key (WebAuthn level 3, ES256, no
 * attestation). `Faults` makes it broken or hostile.
 */
export interface Authenticator {
  credentialId: string;
  create(options: CreateOptions, faults?: Faults): Record<string, unknown>;
  get(options: GetOptions, faults?: Faults): Record<string, unknown>;
}

interface CreateOptions {
  challenge?: unknown;
  user?: unknown;
}

interface GetOptions {
  challenge?: unknown;
}

export interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Omit user verification. */
  unverified?: boolean;
  /** The signature counter to report; the next one by default. */
  counter?: number;
  /** The user handle to report. */
  userHandle?: string;
  /** Sign with another key. */
  forged?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function authenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const rpId = new URL(origin).hostname;
  let counter = 0;
  let owner = '';

  function dataOf(faults: Faults, more: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1;
    const flags = PRESENT | (faults.unverified ? 0 : VERIFIED) | (more.length > 0 ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    return Buffer.concat([sha256(Buffer.from(faults.rpId ?? rpId)), Buffer.from([flags]), count, more]);
  }

  function clientOf(type: string, requested: unknown, faults: Faults): Buffer {
    const challenge = faults.challenge ?? String(requested);
    return Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }));
  }

  const credentialId = id.toString('base64url');
  const frame = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} };
  return {
    credentialId,
    create(options, faults = {}) {
      owner = String((options.user as { id?: unknown } | undefined)?.id ?? '');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = dataOf(faults, Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]));
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      const response = {
        clientDataJSON: clientOf('webauthn.create', options.challenge, faults).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { ...frame, response };
    },
    get(options, faults = {}) {
      const client = clientOf('webauthn.get', options.challenge, faults);
      const data = dataOf(faults);
      const key = faults.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle: faults.userHandle ?? owner,
      };
      return { ...frame, response };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** RFC 9052: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** The subset of RFC 8949 that authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])]);
  }
  throw new TypeError(`an authenticator writes no ${typeof value}`);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
