/** HTTP requests with limits. They follow no redirects and use no proxy. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isInTime, takeBytes, takeRequest } from './budget.ts';
import { ANYWHERE, addressesOf, fixedLookup, type Guard, LocalAddress } from './guard.ts';

/** A request to another machine failed, perhaps temporarily. The message is one line for the user. */
export class Unreachable extends Error {}

/** The guard forbids the address. */
class Refused extends Unreachable {}

export interface GetLimits {
  /** Most bytes of a response, decompressed. A longer one is refused. */
  bytesMax: number;
  /** Timeout of the whole response, including connection and retry. An integer. */
  timeoutMs: number;
}

const TRIES = 2;
const SOCKETS_MAX = 16;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: SOCKETS_MAX }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: SOCKETS_MAX }),
};

/**
 * Yields the response as it arrives. Throws `Unreachable` on any status but 200, on redirects, and beyond the limits.
 */
export async function* streamBytes(
  url: string,
  { bytesMax, timeoutMs }: GetLimits,
  guard: Guard = ANYWHERE,
): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(begin(url, timeoutMs, guard));
  const answer = await open(url, signal, guard);
  const abort = () => answer.destroy(new Unreachable(`${url}: no answer within ${timeoutMs} ms`));
  signal.addEventListener('abort', abort);
  let got = 0;
  try {
    for await (const piece of bodyOf(answer)) {
      got += piece.length;
      if (guard.budget !== undefined && !takeBytes(guard.budget, piece.length)) {
        throw new Refused(`${url}: ${guard.budget.exceeded}`);
      }
      if (got > bytesMax) throw new Unreachable(`${url}: longer than ${bytesMax} bytes`);
      yield piece;
    }
  } catch (error) {
    throw asUnreachable(url, error);
  } finally {
    signal.removeEventListener('abort', abort);
    if (!answer.complete || got > bytesMax) answer.destroy();
  }
}

/** Takes a request from the budget, and returns its timeout. Throws `Refused` where a limit is met. */
function begin(url: string, timeoutMs: number, { budget }: Guard): number {
  if (budget === undefined) return timeoutMs;
  if (!takeRequest(budget)) throw new Refused(`${url}: ${budget.exceeded}`);
  return Math.max(1, Math.min(timeoutMs, Math.ceil(budget.endsMs - performance.now())));
}

/** The whole response, or null on a 404. Retries once. */
export async function getBytes(url: string, limits: GetLimits, guard: Guard = ANYWHERE): Promise<Uint8Array | null> {
  const deadline = performance.now() + limits.timeoutMs;
  for (let tries = 1; ; tries++) {
    const timeoutMs = Math.ceil(deadline - performance.now());
    try {
      return await collect(url, { ...limits, timeoutMs: Math.max(timeoutMs, 1) }, guard);
    } catch (error) {
      if (error instanceof NotThere) return null;
      if (guard.budget !== undefined) isInTime(guard.budget);
      if (tries === TRIES || error instanceof Refused || performance.now() >= deadline) throw error;
    }
  }
}

class NotThere extends Unreachable {}

async function collect(url: string, limits: GetLimits, guard: Guard): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamBytes(url, limits, guard)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function open(url: string, signal: AbortSignal, guard: Guard): Promise<IncomingMessage> {
  const answer = await ask(url, signal, guard).catch((error) => {
    throw asUnreachable(url, error);
  });
  const { statusCode = 0 } = answer;
  if (statusCode === 200) return answer;
  answer.on('error', () => {}).destroy();
  if (statusCode >= 300 && statusCode < 400) throw new Unreachable(`${url}: a redirect, which is not followed`);
  throw new (statusCode === 404 ? NotThere : Unreachable)(`${url}: answered ${statusCode}`);
}

async function ask(text: string, signal: AbortSignal, guard: Guard): Promise<IncomingMessage> {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused(`${text}: neither http nor https`);
  const lookup = fixedLookup(await Promise.race([addressesOf(url, guard), aborted(signal)]));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options = { agent: agents[url.protocol], lookup, signal, headers: { 'accept-encoding': 'gzip' } };
  const attempt = (isLast: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = send(url, options, resolve);
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The other side closed a kept-alive connection.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET';
        if (isStale && !isLast) resolve(attempt(true));
        else reject(error);
      });
      request.end();
    });
  return attempt(false);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function bodyOf(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return answer;
  if (encoding !== 'gzip') throw new Unreachable(`an unrequested encoding (${encoding})`);
  const unpacked = createGunzip();
  answer.on('error', (error) => unpacked.destroy(error));
  answer.on(
    'close',
    () => answer.complete || unpacked.destroy(new Error('the connection closed before the response ended')),
  );
  return answer.pipe(unpacked);
}

function asUnreachable(url: string, error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  if (error instanceof LocalAddress) return new Refused(`${url}: ${error.message}`);
  const { message, name, cause } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError') return new Unreachable(`${url}: no answer in time`);
  return new Unreachable(`${url}: ${cause instanceof Error ? cause.message : message}`);
}
