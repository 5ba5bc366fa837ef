import { fetchFilmFile } from '../../../api/library/film-files.ts';
import { nextTryAtMs, patienceMs, type Tries } from './retry-rule.ts';

export interface RetryingRequest {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Requests a new grant after a 403, at most once per file. False: access has ended. */
  renew(): Promise<boolean>;
  /** Reports received bytes; `total` 0 if unknown. */
  onBytes(loaded: number, total: number): void;
  /** Reports the start of a retry; the first is 1. */
  onRetry(retries: number): void;
}

/** Thrown when the tries are used up (see retry-rule.ts), or access has ended (`barred`). */
export class GivenUp extends Error {
  readonly barred: boolean;
  constructor(barred: boolean) {
    super('given up');
    this.barred = barred;
  }
}

/** Fetches one file with the retries of retry-rule.ts. Throws only `GivenUp`, unless the signal is aborted. */
export async function fetchPatiently(ask: RetryingRequest): Promise<ArrayBuffer> {
  const began = performance.now();
  const tries: Tries = { retries: 0, triedAtMs: began, quietSinceMs: began };
  let renewed = false;
  for (;;) {
    const came = await tryOnce(ask, tries);
    if (came instanceof ArrayBuffer) return came;
    ask.signal.throwIfAborted();
    if (came === 'no-grant') {
      if (renewed || !(await ask.renew())) throw new GivenUp(true);
      renewed = true;
      tries.triedAtMs = performance.now();
      continue;
    }
    const next = nextTryAtMs(tries, performance.now());
    if (next === null) throw new GivenUp(false);
    await waitUntil(next, ask.signal);
    tries.retries += 1;
    tries.triedAtMs = performance.now();
    ask.onRetry(tries.retries);
  }
}

async function tryOnce(ask: RetryingRequest, tries: Tries): Promise<ArrayBuffer | 'failed' | 'no-grant'> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  ask.signal.addEventListener('abort', abort);
  let timer = setTimeout(abort, patienceMs(tries, performance.now()));
  try {
    const { url, headers } = ask;
    const response = await fetchFilmFile(url, headers, stop.signal);
    if (response.status === 403) return 'no-grant';
    if (!response.ok || response.body === null) return 'failed';
    const total = Number(response.headers.get('content-length') ?? 0);
    return await readAll(response.body, (loaded) => {
      clearTimeout(timer);
      tries.quietSinceMs = performance.now();
      timer = setTimeout(abort, patienceMs(tries, performance.now()));
      ask.onBytes(loaded, total);
    });
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
    ask.signal.removeEventListener('abort', abort);
  }
}

async function readAll(body: ReadableStream<Uint8Array>, onBytes: (loaded: number) => void): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    loaded += part.value.byteLength;
    onBytes(loaded);
  }
  const all = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all.buffer;
}

function waitUntil(atMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, atMs - performance.now()));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
