/** Sends JSON to an address that the user gave, within the limits of a guard. Follows no redirects, uses no proxy. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Unreachable } from './get-bytes.ts';
import { addressesOf, fixedLookup, type Guard } from './guard.ts';

/**
 * Resolves once the server answers with a status 2xx. Throws `Refused` on another status, and `Unreachable` without an
 * answer; both with one line for the user. The body of the answer is not read.
 */
/** The server answered, and did not accept. */
export class Refused extends Unreachable {}

export async function postJson(url: string, body: string, timeoutMs: number, guard: Guard): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const status = await post(new URL(url), body, signal, guard);
    if (status < 200 || status > 299) throw new Refused(`answered ${status}`);
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { message, name } = error as Error;
    const isLate = name === 'TimeoutError' || name === 'AbortError';
    throw new Unreachable(isLate ? `no answer within ${timeoutMs} ms` : message);
  }
}

async function post(url: URL, body: string, signal: AbortSignal, guard: Guard): Promise<number> {
  const lookup = fixedLookup(await Promise.race([addressesOf(url, guard), aborted(signal)]));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    // No connection is kept: deliveries are rare.
    const request = send(url, { method: 'POST', agent: false, lookup, signal, headers }, (answer) => {
      answer.on('error', () => {}).destroy();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(body);
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
