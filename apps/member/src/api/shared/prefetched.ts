/** An answer that `/ahead.js` requested before the app loaded. Times are local, like the server clock's. */
export interface PrefetchedAnswer {
  status: number;
  text: string;
  sentAt: number;
  receivedAt: number;
}

export interface PrefetchedRequest {
  /** Value of `Accept-Language`. */
  language: string;
  /** Time by `performance.now()`. */
  askedAt: number;
  /** Null if the request failed; the caller then repeats it. */
  answer: Promise<PrefetchedAnswer | null>;
}

declare global {
  var prefetchedRequests: Map<string, PrefetchedRequest> | undefined;
}

/** Maximum age of an answer; older ones may be stale. */
const FRESH_MS = 5_000;

/**
 * The prefetched answer to a request in the same language. Each answer is used once. Null if there is none, or once
 * `end` aborts.
 */
export async function takePrefetched(
  address: string,
  language: string,
  end: AbortSignal,
): Promise<PrefetchedAnswer | null> {
  const requested = globalThis.prefetchedRequests?.get(address);
  globalThis.prefetchedRequests?.delete(address);
  if (requested === undefined || requested.language !== language || performance.now() - requested.askedAt > FRESH_MS)
    return null;
  const ended = new Promise<null>((resolve) => end.addEventListener('abort', () => resolve(null), { once: true }));
  return Promise.race([requested.answer, ended]);
}
