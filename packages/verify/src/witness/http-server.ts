import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { placeOfOrigin } from '@tercet/fair';
import { parseAddCheckpoint } from './add-checkpoint-request.ts';
import { type Answer, refuse } from './answer.ts';
import { pageOf } from './page.ts';
import type { WatchedLog } from './watched-log.ts';

const BODY_BYTES_MAX = 65_536;
const URL_CHARS_MAX = 512;
const CONNECTIONS_MAX = 512;
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SWEEP_MS = 1000;
const JSON_TYPE = 'application/json';
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
};
const NUMBER_PATTERN = /^(?:0|[1-9]\d{0,15})$/;
const NOT_FOUND = refuse(404, 'there is nothing here');

class BodyTooLarge extends Error {}

/** The witness's HTTP server over its logs; not listening yet. */
export function witnessServer(vkey: string, logs: readonly WatchedLog[], say: (line: string) => void): Server {
  const byHash = new Map(logs.map((log) => [placeOfOrigin(log.options.origin), log]));
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: SWEEP_MS,
  };
  const server = createServer(options, (request, response) => {
    answer(request, vkey, logs, byHash)
      .catch((error): Answer => {
        if (error instanceof BodyTooLarge) return refuse(413, `at most ${BODY_BYTES_MAX} bytes`);
        if (!request.destroyed) say(`${request.method} ${request.url}: ${error.message}`);
        return refuse(500, 'the witness has a fault of its own');
      })
      .then((given) => send(request, response, given))
      .catch(() => response.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

async function answer(
  request: IncomingMessage,
  vkey: string,
  logs: readonly WatchedLog[],
  byHash: ReadonlyMap<string, WatchedLog>,
): Promise<Answer> {
  const [path = '', query = ''] = (request.url ?? '').slice(0, URL_CHARS_MAX).split('?', 2);
  const isPost = path === '/add-checkpoint';
  const allowed = isPost ? ['POST'] : ['GET', 'HEAD'];
  if (!allowed.includes(request.method ?? '')) return refuse(405, `${allowed[0]} only`);
  if (isPost) return addCheckpoint(await readBody(request), logs);
  if (path === '/') return { status: 200, body: pageOf(vkey, logs), type: 'text/html; charset=utf-8' };
  const [, hash = '', what = ''] = path.split('/');
  const log = path.split('/').length === 3 ? byHash.get(hash) : undefined;
  return log === undefined ? NOT_FOUND : show(log, what, new URLSearchParams(query));
}

async function addCheckpoint(body: string | null, logs: readonly WatchedLog[]): Promise<Answer> {
  const request = body === null ? null : parseAddCheckpoint(body);
  if (request === null) return refuse(400, 'not an add-checkpoint request');
  const log = logs.find(({ options }) => options.origin === request.origin);
  return log === undefined ? refuse(404, 'this log is not watched here') : log.addCheckpoint(request);
}

async function show(log: WatchedLog, what: string, query: URLSearchParams): Promise<Answer> {
  if (what === 'checkpoint') {
    return log.state === null ? refuse(404, 'nothing cosigned yet') : { status: 200, body: log.state.note };
  }
  if (what === 'forks') return json(200, { forks: log.forks.list() });
  const from = numberOf(query.get('from'), 0);
  const to = numberOf(query.get('to'), Number.MAX_SAFE_INTEGER);
  if (what !== 'cosigned' && what !== 'entries') return NOT_FOUND;
  if (from === null || to === null || from > to) return refuse(400, 'from and to are whole numbers, from ≤ to');
  if (what === 'cosigned') return json(200, await log.publication.cosigned(from, to));
  return showEntries(log, from, to);
}

async function showEntries(log: WatchedLog, from: number, to: number): Promise<Answer> {
  const size = log.state?.size ?? 0;
  const bodies = from === to || from === size ? [] : await log.publication.entries(from, to);
  if (bodies !== null) return json(200, bodies);
  return json(404, { error: 'not held here', heldFrom: (await log.publication.heldFrom()) ?? size, size });
}

function numberOf(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  const number = Number(text);
  return NUMBER_PATTERN.test(text) && Number.isSafeInteger(number) ? number : null;
}

function json(status: number, value: unknown): Answer {
  return { status, body: `${JSON.stringify(value)}\n`, type: JSON_TYPE };
}

/** The body as text; null on invalid UTF-8. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > BODY_BYTES_MAX) throw new BodyTooLarge();
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    return null;
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, type }: Answer): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'content-type': type ?? 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
