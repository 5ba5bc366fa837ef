import { describe, expect, it } from 'vitest';
import { pollDelay, reopenDelay } from './stream.ts';
import { readStreamEvent } from './stream-events.ts';

describe('the connection to the server', () => {
  it('polls every 300 ms six times and then slower, up to 10 s', () => {
    const delays = Array.from({ length: 12 }, (_, done) => pollDelay(done));
    expect(delays).toEqual([300, 300, 300, 300, 300, 300, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('reconnects with backoff', () => {
    expect([0, 1, 2, 9].map(reopenDelay)).toEqual([500, 1000, 2000, 15_000]);
  });

  it('reads known messages and ignores all others', () => {
    expect(readStreamEvent('settled', '{"drawId":"dice-60/5"}')).toEqual({ type: 'settled', drawId: 'dice-60/5' });
    expect(readStreamEvent('reset', '')).toEqual({ type: 'reset' });
    expect(readStreamEvent('settled', '{"drawId":"dice-60/5","type":"balance"}')?.type).toBe('settled');
    for (const [type, data] of [
      ['unheard-of', '{}'],
      ['settled', 'no json'],
      ['settled', 'null'],
      ['settled', '7'],
    ] as const) {
      expect(readStreamEvent(type, data)).toBeNull();
    }
  });
});
