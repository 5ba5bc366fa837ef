import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPatiently, GivenUp } from './fetch-with-retry.ts';

type Answer = 'refused' | 'silent' | 'no-grant' | 'bytes';

/** Fakes the answers to consecutive tries. Returns the times at which the tries were sent. */
function lineThat(answers: Answer[]): number[] {
  const sentAt: number[] = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    sentAt.push(Math.round(performance.now()));
    const answer = answers[sentAt.length - 1] ?? 'silent';
    if (answer === 'bytes') return Promise.resolve(new Response('film'));
    if (answer === 'no-grant') return Promise.resolve(new Response(null, { status: 403 }));
    if (answer === 'refused') return Promise.reject(new TypeError('refused'));
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  return sentAt;
}

async function load(renew = () => Promise.resolve(true)): Promise<string> {
  const none = () => undefined;
  const ask = { url: '/films/f/full/1.m4s', headers: {}, signal: new AbortController().signal, renew };
  const loading = fetchPatiently({ ...ask, onBytes: none, onRetry: none });
  const outcome = loading.then(
    (bytes) => new TextDecoder().decode(bytes),
    (error: unknown) => (error instanceof GivenUp ? `given up${error.barred ? ', barred' : ''}` : String(error)),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a file of a film', () => {
  it('that fails twice is there at the third try', async () => {
    const sentAt = lineThat(['refused', 'refused', 'bytes']);
    expect(await load()).toBe('film');
    expect(sentAt).toEqual([0, 2000, 4000]);
  });

  it('that gets no answer is given up at 10 s', async () => {
    const sentAt = lineThat([]);
    expect(await load()).toBe('given up');
    expect(sentAt).toEqual([0, 5000, 7000, 9000]);
    expect(Math.round(performance.now())).toBe(10_000);
  });

  it('that needs a new permit loads with it, after one request for it', async () => {
    const sentAt = lineThat(['no-grant', 'bytes']);
    const renew = vi.fn(() => Promise.resolve(true));
    expect(await load(renew)).toBe('film');
    expect(renew).toHaveBeenCalledTimes(1);
    expect(sentAt).toEqual([0, 0]);
  });

  it('that needs a new permit twice is given up immediately', async () => {
    lineThat(['no-grant', 'no-grant', 'bytes']);
    expect(await load()).toBe('given up, barred');
  });

  it('without a permit is given up immediately', async () => {
    const sentAt = lineThat(['no-grant', 'bytes']);
    expect(await load(() => Promise.resolve(false))).toBe('given up, barred');
    expect(sentAt).toHaveLength(1);
  });
});
