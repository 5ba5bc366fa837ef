import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../../src/adapters/storage/s3.ts';

/** An S3 server in this process. It accepts only requests with a valid signature. */
export interface ObjectStorage {
  options: S3Options;
  /** Stored objects, by bucket and key. */
  objects: Map<string, StoredObject>;
  /** Keys in the order of their uploads. */
  puts: string[];
  /** Error statuses for the next requests. */
  failNext: number[];
  close(): Promise<void>;
}

export interface StoredObject {
  bytes: Buffer;
  contentType: string;
  cacheControl: string;
}

const KEY_ID = 'test-key-id';
const SECRET = 'test/secret+key';
const REGION = 'eu-test-1';

export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, StoredObject>();
  const puts: string[] = [];
  const failNext: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fault = failNext.shift();
    if (fault !== undefined) return response.writeHead(fault).end();
    if (!isSigned(request, body)) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    const key = decodeURIComponent(request.url ?? '').slice(1);
    if (request.method === 'PUT') {
      const { 'content-type': contentType = '', 'cache-control': cacheControl = '' } = request.headers;
      objects.set(key, { bytes: body, contentType, cacheControl });
      puts.push(key);
      return response.writeHead(200).end();
    }
    const found = objects.get(key);
    return found ? response.writeHead(200).end(found.bytes) : response.writeHead(404).end('<Code>NoSuchKey</Code>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { endpoint, region: REGION, bucket: 'books', prefix: 'club/book/', keyId: KEY_ID, secret: SECRET },
    objects,
    puts,
    failNext,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** Verifies AWS Signature Version 4, independently of the library that signs. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, keyId, day, region, names = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const time = String(request.headers['x-amz-date'] ?? '');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const signedNames = names.split(';');
  if (keyId !== KEY_ID || region !== REGION || !time.startsWith(`${day}T`)) return false;
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedNames.includes(name))) return false;
  const headers = signedNames.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, request.url, '', headers, names, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const key = scope.split('/').reduce(hmac, Buffer.from(`AWS4${SECRET}`));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hashed].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
