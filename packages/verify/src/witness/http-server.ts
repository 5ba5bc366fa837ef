import type { IncomingMessage, Server } from 'node:http';
import { placeOfOrigin } from '@tercet/fair';
import { type Answer, refuse } from '../serving/answer.ts';
import { answeringServer } from '../serving/server.ts';
import { parseAddCheckpoint } from './add-checkpoint-request.ts';
import { pageOf } from './page.ts';
import type { WatchedLog } from './watched-log.ts';

const BODY_BYTES_MAX = 65_536;
const URL_CHARS_MAX = 512;
const JSON_TYPE = 'application/json';
/** Any web site may read what a witness publishes. */
const HEADERS = { 'access-control-allow-origin': '*' };
const NUMBER_PATTERN = /^(?:0|[1-9]\d{0,15})$/;
const NOT_FOUND = refuse(404, 'there is nothing here');

class BodyTooLarge extends Error {}

/** The witness's HTTP server over its logs; not listening yet. */
export function witnessServer(vkey: string, logs: readonly WatchedLog[], say: (line: string) => void): Server {
  const byHash = new Map(logs.map((log) => [placeOfOrigin(log.options.origin), log]));
  return answeringServer({
    program: 'witness',
    headers: HEADERS,
    say,
    answer: async (request) => {
      try {
        return await answer(request, vkey, logs, byHash);
      } catch (error) {
        if (error instanceof BodyTooLarge) return refuse(413, `at most ${BODY_BYTES_MAX} bytes`);
        throw error;
      }
    },
  });
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
