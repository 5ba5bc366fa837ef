import { describe, expect, it } from 'vitest';
import { nextTryAtMs, patienceMs, type Tries } from './retry-rule.ts';

/**
 * Simulates tries that each fail after `afterMs`, or that get no answer (null). Returns their starts and the time of
 * giving up.
 */
function course(afterMs: number | null): { triesAt: number[]; givenUpAt: number } {
  const tries: Tries = { retries: 0, triedAtMs: 0, quietSinceMs: 0 };
  const triesAt = [0];
  for (let now = 0; ; ) {
    now += Math.min(afterMs ?? Number.POSITIVE_INFINITY, patienceMs(tries, now));
    const next = nextTryAtMs(tries, now);
    if (next === null) return { triesAt, givenUpAt: now };
    tries.retries += 1;
    tries.triedAtMs = next;
    now = next;
    triesAt.push(now);
  }
}

describe('loading a file of a film', () => {
  it('that gets no answer is probed for 5 s, retried 3 times, 2 s apart, and given up at 10 s', () => {
    expect(course(null)).toEqual({ triesAt: [0, 5000, 7000, 9000], givenUpAt: 10_000 });
  });

  it('that is refused is retried 3 times, 2 s apart', () => {
    expect(course(0)).toEqual({ triesAt: [0, 2000, 4000, 6000], givenUpAt: 6000 });
  });

  it('never goes on beyond 10 s, whenever its tries fail', () => {
    for (const afterMs of [100, 1500, 1999, 2500, 3300, 4900]) {
      const { triesAt, givenUpAt } = course(afterMs);
      expect(givenUpAt).toBeLessThanOrEqual(10_000);
      expect(triesAt.length).toBeLessThanOrEqual(4);
    }
  });

  it('is not given up while bytes come in, however slowly', () => {
    const slow: Tries = { retries: 0, triedAtMs: 0, quietSinceMs: 14_000 };
    expect(patienceMs(slow, 14_000)).toBe(5000);
    expect(nextTryAtMs(slow, 19_000)).toBe(19_000);
  });
});
