import { expect, test } from 'vitest';
import type { Identity } from '../../identity.ts';
import { createSessionCache } from './session-cache.ts';

function identity(memberId: string, secret = 'one'): Identity {
  return { bucket: 0, memberId, userName: memberId, tokenHash: Buffer.from(secret), restricted: false };
}

function setUp(membersMax = 10) {
  const clock = { nowMs: 0 };
  const cache = createSessionCache({ ttlMs: 5_000, membersMax, nowMs: () => clock.nowMs });
  const has = (memberId: string, secret = 'one') => cache.get(memberId, Buffer.from(secret)) !== null;
  return { clock, cache, has };
}

test('remembers for its lifetime, or for the rest of the session when that is shorter', () => {
  const { clock, cache, has } = setUp();
  cache.put(identity('a'), 99_999, cache.endings());
  cache.put(identity('b'), 1_000, cache.endings());
  cache.put(identity('c'), 0, cache.endings());
  expect([has('a'), has('b'), has('c'), has('a', 'two')]).toEqual([true, true, false, false]);
  clock.nowMs = 1_000;
  expect([has('a'), has('b')]).toEqual([true, false]);
  clock.nowMs = 5_000;
  expect(has('a')).toBe(false);
});

test('forgets all sessions of a member at once, and nobody else', () => {
  const { cache, has } = setUp();
  for (const secret of ['one', 'two']) cache.put(identity('a', secret), 5_000, cache.endings());
  cache.put(identity('b'), 5_000, cache.endings());
  cache.drop('a');
  expect([has('a'), has('a', 'two'), has('b')]).toEqual([false, false, true]);
  cache.dropAll();
  expect(has('b')).toBe(false);
});

test('does not remember what was read before something was dropped', () => {
  const { cache, has } = setUp();
  const seen = cache.endings();
  cache.drop('a');
  cache.put(identity('a'), 5_000, seen);
  expect(has('a')).toBe(false);
});

test('holds a bounded number of members, those used last, and of sessions each', () => {
  const { cache, has } = setUp(2);
  cache.put(identity('a'), 5_000, cache.endings());
  cache.put(identity('b'), 5_000, cache.endings());
  expect(has('a')).toBe(true);
  cache.put(identity('c'), 5_000, cache.endings());
  expect([has('a'), has('b'), has('c')]).toEqual([true, false, true]);
  for (let i = 0; i < 100; i++) cache.put(identity('a', `s${i}`), 5_000, cache.endings());
  const left = Array.from({ length: 100 }, (_, i) => has('a', `s${i}`)).filter(Boolean).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(32);
});
