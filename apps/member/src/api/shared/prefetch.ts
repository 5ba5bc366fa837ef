import type { PrefetchedAnswer } from './prefetched.ts';

/** Requests the answers to `addresses` and stores them for `takePrefetched`. */
export function prefetch(addresses: readonly string[], language: string): void {
  globalThis.prefetchedRequests = new Map();
  const local = () => performance.timeOrigin + performance.now();
  for (const address of addresses) {
    const [askedAt, sentAt] = [performance.now(), local()];
    const headers = { Accept: 'application/json', 'Accept-Language': language };
    const answer = fetch(address, { headers, credentials: 'same-origin' }).then(
      async (response): Promise<PrefetchedAnswer> => ({
        status: response.status,
        text: await response.text(),
        sentAt,
        receivedAt: local(),
      }),
    );
    globalThis.prefetchedRequests.set(address, { language, askedAt, answer: answer.catch(() => null) });
    answer.then(({ text }) => showSoon(text)).catch(() => undefined);
  }
}

/** Loads the cover of a list's first film, the largest picture of its page. */
function showSoon(answer: string): void {
  const cover = /"cover":"(\/api\/videos\/[\w-]+\/cover[^"\\]*)"/.exec(answer)?.[1];
  if (cover !== undefined) new Image().src = cover;
}
