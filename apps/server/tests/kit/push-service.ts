import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushSubscription } from '../../src/members/messages/push.ts';
import { selfSigned } from './certificate.ts';

/** A request to a push service. */
export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service of the test, over TLS. */
export interface PushService {
  /** As in the server's list of permitted hosts. */
  host: string;
  agent: Agent;
  pushed: Pushed[];
  /** Statuses to answer with, in order, by path; the last one repeats. 201 by default. */
  answers: Map<string, number[]>;
  stop(): Promise<void>;
}

export async function openPushService(): Promise<PushService> {
  const { key, cert } = selfSigned();
  const pushed: Pushed[] = [];
  const answers = new Map<string, number[]>();
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    const statuses = answers.get(path) ?? [201];
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 201;
    response.writeHead(status, status < 400 && status >= 300 ? { location: `https://${host}/elsewhere` } : {});
    response.end('a body that nobody reads');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ ca: cert, keepAlive: false });
  return {
    host,
    agent,
    pushed,
    answers,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser with a push subscription. Only it can decrypt its messages. */
export interface Browser {
  subscription: PushSubscription;
  path: string;
  /** Decrypts a message. Throws if it was encrypted for another browser. */
  open(body: Buffer): unknown;
}

let browsers = 0;

export function newBrowser(service: Pick<PushService, 'host'>): Browser {
  browsers += 1;
  const path = `/push/${browsers}`;
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://${service.host}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    path,
    open: (body) => JSON.parse(decrypt(keys, auth, body)),
  };
}

/** RFC 8291 over RFC 8188, a single record. */
function decrypt(keys: ECDH, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** The claims of a message's VAPID token (RFC 8292). Throws unless `publicKey` signed it. */
export function vapidClaims({ headers }: Pushed, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('not the key of the house');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  if (!isSigned || alg !== 'ES256') throw new Error('not signed by the house');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
