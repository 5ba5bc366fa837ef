import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { DAY_MS } from '../../src/durations.ts';

/** A key and its self-signed certificate (X.509, PEM) for `localhost`, valid for a day. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = certificateBody(publicKey);
  const signature = bits(sign('sha256', body, privateKey));
  const cert = sequence(body, ECDSA_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** TBSCertificate of RFC 5280. */
function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from('localhost')))));
  const serial = tagged(0x02, Buffer.from('01', 'hex'));
  const times = sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const names = sequence(tagged(0x82, Buffer.from('localhost')));
  const extensions = tagged(0xa3, sequence(sequence(oid('551d11'), tagged(0x04, names))));
  return sequence(VERSION_3, serial, ECDSA_SHA256, name, times, name, key, extensions);
}

const VERSION_3 = Buffer.from('a003020102', 'hex');
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

function utcTime(ms: number): Buffer {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]/g, '');
  return tagged(0x17, Buffer.from(`${text.slice(2, 14)}Z`));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function bits(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.alloc(1), bytes]));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, value: Buffer): Buffer {
  const length = value.length < 128 ? [value.length] : [0x82, Math.floor(value.length / 256), value.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
