import { beforeEach, describe, expect, test } from 'vitest';
import { type PrefetchedAnswer, takePrefetched } from './prefetched.ts';

const ANSWER: PrefetchedAnswer = { status: 200, text: '{}', sentAt: 1, receivedAt: 2 };

function asked(change: { language?: string; askedAt?: number; answer?: Promise<PrefetchedAnswer | null> } = {}): void {
  const whole = { language: 'mn', askedAt: performance.now(), answer: Promise.resolve(ANSWER), ...change };
  globalThis.askedAhead = new Map([['/api/house', whole]]);
}

const take = (address = '/api/house', language = 'mn', end = new AbortController().signal) =>
  takePrefetched(address, language, end);

beforeEach(() => {
  globalThis.askedAhead = undefined;
});

describe('what was asked ahead', () => {
  test('answers the same question, once', async () => {
    asked();
    expect(await take()).toBe(ANSWER);
    expect(await take()).toBeNull();
  });

  test('answers nothing else', async () => {
    asked();
    expect(await take('/api/me')).toBeNull();
    expect(await take()).toBe(ANSWER);
  });

  test('is of no use in another language, later, or without an answer', async () => {
    asked({ language: 'ar' });
    expect(await take()).toBeNull();
    asked({ askedAt: performance.now() - 6_000 });
    expect(await take()).toBeNull();
    asked({ answer: Promise.resolve(null) });
    expect(await take()).toBeNull();
  });

  test('is not waited for longer than for any other', async () => {
    asked({ answer: new Promise(() => undefined) });
    const end = new AbortController();
    const taken = take('/api/house', 'mn', end.signal);
    end.abort();
    expect(await taken).toBeNull();
  });
});
