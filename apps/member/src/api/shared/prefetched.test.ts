import { beforeEach, describe, expect, test } from 'vitest';
import { type PrefetchedAnswer, takePrefetched } from './prefetched.ts';

const ANSWER: PrefetchedAnswer = { status: 200, text: '{}', sentAt: 1, receivedAt: 2 };

function prefetched(
  change: { language?: string; askedAt?: number; answer?: Promise<PrefetchedAnswer | null> } = {},
): void {
  const whole = { language: 'mn', askedAt: performance.now(), answer: Promise.resolve(ANSWER), ...change };
  globalThis.prefetchedRequests = new Map([['/api/house', whole]]);
}

const take = (address = '/api/house', language = 'mn', end = new AbortController().signal) =>
  takePrefetched(address, language, end);

beforeEach(() => {
  globalThis.prefetchedRequests = undefined;
});

describe('a prefetched answer', () => {
  test('serves the same request, once', async () => {
    prefetched();
    expect(await take()).toBe(ANSWER);
    expect(await take()).toBeNull();
  });

  test('serves no other request', async () => {
    prefetched();
    expect(await take('/api/me')).toBeNull();
    expect(await take()).toBe(ANSWER);
  });

  test('is not used in another language, after it expired, or if it failed', async () => {
    prefetched({ language: 'ar' });
    expect(await take()).toBeNull();
    prefetched({ askedAt: performance.now() - 6_000 });
    expect(await take()).toBeNull();
    prefetched({ answer: Promise.resolve(null) });
    expect(await take()).toBeNull();
  });

  test('has the same timeout as any other request', async () => {
    prefetched({ answer: new Promise(() => undefined) });
    const end = new AbortController();
    const taken = take('/api/house', 'mn', end.signal);
    end.abort();
    expect(await taken).toBeNull();
  });
});
