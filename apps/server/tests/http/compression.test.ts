import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import cookies from '@fastify/cookie';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../src/http/api-document/parts.ts';
import type { Http } from '../../src/http/http.ts';
import { compressAnswers } from '../../src/http/shared/compression.ts';
import { acceptedEncoding } from '../../src/http/shared/encoding.ts';
import { operationsOf, resolved, type Schema } from '../abuse/api-document.ts';
import { type Club, openClub } from '../kit/club.ts';
import { wholeDocument } from '../kit/whole-document.ts';
import { openServer, type TestServer } from './server.ts';

// Answers of 1 kB or more are compressed as the client accepts, but never those that contain secrets.

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: (bytes) => zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

async function read(url: string, encoding?: string, headers: Record<string, string> = {}) {
  const more = encoding === undefined ? {} : { 'accept-encoding': encoding };
  return server.http.inject({ url, headers: { ...headers, ...more } });
}

describe('which encoding is taken', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['*', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000,gzip;q=0.0', null],
    [`${'x, '.repeat(16)}gzip`, null],
  ])('of %j: %j', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});

describe.each(['/api/openapi.json', '/api/console/openapi.json', '/api/agreement', '/api/lotteries/dice-30'])(
  '%s',
  (url) => {
    test.each(['zstd', 'br', 'gzip'])('is the same text in %s', async (encoding) => {
      const [plain, shorter] = [await read(url), await read(url, encoding)];
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(shorter.headers['content-encoding']).toBe(encoding);
      for (const { headers } of [plain, shorter]) expect(String(headers.vary)).toMatch(/accept-encoding/);
      expect(shorter.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5);
      expect(Number(shorter.headers['content-length'])).toBe(shorter.rawPayload.length);
      // The seconds of a lottery's countdown may differ.
      const text = DECODE[encoding]?.(shorter.rawPayload).toString() ?? '';
      expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(plain.json()));
      if (!url.includes('lotteries')) expect(text).toBe(plain.payload);
    });
  },
);

describe('the API document', () => {
  test('is not sent to who has it', async () => {
    const first = await read('/api/openapi.json', 'br');
    const etag = String(first.headers.etag);
    for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await read('/api/openapi.json', 'br', { 'if-none-match': tags });
      expect([tags, again.statusCode, again.payload]).toEqual([tags, 304, '']);
      expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' });
    }
    const other = await read('/api/openapi.json', 'br', { 'if-none-match': '"other", W/"one"' });
    expect(other.statusCode).toBe(200);
  });

  test('says what the routes say', async () => {
    const documents = await wholeDocument<ApiDocument>(async (path) => (await read(path)).json());
    const whole: ApiDocument = JSON.parse(JSON.stringify(server.http.swagger()));
    expect(documents.paths).toEqual(whole.paths);
    expect(documents.components).toEqual(whole.components);
  });
});

const LONG = JSON.stringify({ words: 'a word '.repeat(300) });

/** Routes of every kind that must not be compressed, and one that must. */
async function someRoutes() {
  const http = fastify() as unknown as Http;
  await http.register(cookies);
  compressAnswers(http);
  const json = 'application/json';
  http.get('/read', (_, reply) => reply.type(json).send(LONG));
  http.get('/bytes', (_, reply) => reply.type(json).send(Buffer.from(LONG)));
  http.get('/short', (_, reply) => reply.type(json).send('{"words":"few"}'));
  http.post('/written', (_, reply) => reply.type(json).send(LONG));
  http.get('/secret', { config: { access: 'public', holdsSecret: true } }, (_, reply) => reply.type(json).send(LONG));
  http.get('/cookie', (_, reply) => reply.setCookie('a', 'b').type(json).send(LONG));
  http.get('/picture', (_, reply) => reply.type('image/webp').send(Buffer.alloc(4_000)));
  http.get('/stream', (_, reply) => reply.type('text/plain').send(Readable.from([LONG])));
  http.get('/events', (_, reply) => reply.type('text/event-stream').send(Readable.from([LONG])));
  http.get('/part', (_, reply) => reply.code(206).header('content-range', 'bytes 0-2100/9000').type(json).send(LONG));
  http.get('/done', (_, reply) => reply.header('content-encoding', 'gzip').type(json).send(LONG));
  http.get('/varied', (_, reply) => reply.header('vary', 'accept-language').type(json).send(LONG));
  return http;
}

describe('what is compressed', () => {
  test.each([
    ['/read', 'zstd'],
    ['/bytes', 'zstd'],
    ['/varied', 'zstd'],
    ['/short', undefined],
    ['/secret', undefined],
    ['/cookie', undefined],
    ['/picture', undefined],
    ['/stream', undefined],
    ['/events', undefined],
    ['/part', undefined],
    ['/done', 'gzip'],
  ])('%s: %j', async (url, encoding) => {
    const http = await someRoutes();
    const { headers } = await http.inject({ url, headers: { 'accept-encoding': 'gzip, br, zstd' } });
    expect(headers['content-encoding']).toBe(encoding);
    if (url === '/varied') expect(headers.vary).toBe('accept-language, accept-encoding');
    if (url === '/short') expect(headers.vary).toBe('accept-encoding');
  });

  test('no answer to a write is, nor to a HEAD', async () => {
    const http = await someRoutes();
    for (const [method, url] of [
      ['POST', '/written'],
      ['HEAD', '/read'],
    ] as const) {
      const { headers } = await http.inject({ method, url, headers: { 'accept-encoding': 'gzip, br, zstd' } });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});

/** Names of fields with secrets, or with addresses of a member's personal pages. */
const SECRET = /^(code|codes|token|tokens|secret|recoveryCodes|checkoutUrl|otpauth|password)$/;

function fieldsOf(given: Schema, seen: readonly Schema[] = []): string[] {
  const schema = resolved(given);
  if (seen.includes(schema)) return [];
  const inner = [schema.items, ...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  const more = [...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const parts = [...inner, ...more].flatMap((part) => (part ? fieldsOf(part, [...seen, schema]) : []));
  return [...Object.keys(schema.properties ?? {}), ...parts];
}

test('every read whose answer holds a secret says so', () => {
  /** Operations whose `code` is public: codes of banks, currencies, notices and refused proposals. */
  const plain = new Set([
    ...['/api/banks', '/api/house', '/api/me/statement', '/api/notices'],
    ...['/api/console/proposals', '/api/console/proposals/{id}'],
  ]);
  const holding = operationsOf()
    .filter(({ method, path }) => method === 'GET' && !plain.has(path) && !path.startsWith('/api/console/notices'))
    .filter(({ responses }) => {
      const schema = responses['200']?.content?.['application/json']?.schema;
      return schema !== undefined && fieldsOf(schema).some((name) => SECRET.test(name));
    })
    .map(({ path }) => path);
  expect(holding.length).toBeGreaterThan(2);
  const sources = globSync(join(import.meta.dirname, '../../src/http/**/*.ts')).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const silent = [...holding, '/api/me/identity'].filter((path) => {
    const declared = `method: 'GET',\n    url: '${path.replaceAll(/\{(\w+)\}/g, ':$1')}',\n    config: {`;
    const source = sources.find((text) => text.includes(declared)) ?? '';
    const config = source.slice(source.indexOf(declared) + declared.length).split('}', 1)[0] ?? '';
    return !config.includes('holdsSecret: true');
  });
  expect(silent).toEqual([]);
});
