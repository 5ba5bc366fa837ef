import { describe, expect, it } from 'vitest';
import { boundEstimate, createServerClock, mergeEstimate } from './clock.ts';

describe('the server’s clock as the client knows it', () => {
  it('takes the middle of the round trip', () => {
    expect(mergeEstimate(null, { sentAt: 1000, receivedAt: 1100, serverMs: 6050 })).toEqual({
      offsetMs: 5000,
      roundTripMs: 100,
    });
  });

  it('prefers the shorter round trip', () => {
    const quick = mergeEstimate(null, { sentAt: 0, receivedAt: 20, serverMs: 510 });
    expect(mergeEstimate(quick, { sentAt: 100, receivedAt: 400, serverMs: 700 })).toBe(quick);
    expect(mergeEstimate(quick, { sentAt: 100, receivedAt: 110, serverMs: 607 }).roundTripMs).toBe(10);
  });

  it('accepts a slow reading that contradicts the old one', () => {
    const old = mergeEstimate(null, { sentAt: 0, receivedAt: 20, serverMs: 510 });
    const fresh = mergeEstimate(old, { sentAt: 1000, receivedAt: 1300, serverMs: 61_150 });
    expect(fresh.offsetMs).toBe(60_000);
  });

  it('moves forward for a pushed time that is later, and for no other', () => {
    const old = { offsetMs: 100, roundTripMs: 50 };
    expect(boundEstimate(old, 1000, 1090)).toBe(old);
    expect(boundEstimate(old, 1000, 1130)).toEqual({ offsetMs: 130, roundTripMs: 50 });
    expect(boundEstimate(null, 1000, 5000)).toBeNull();
  });

  it('never jumps with the user’s clock and drops readings that are too old', () => {
    let local = 0;
    const clock = createServerClock(() => local);
    expect(clock.now()).toBe(0);
    clock.sample({ sentAt: 0, receivedAt: 10, serverMs: 1005 });
    expect(clock.now()).toBe(1000);
    local = 11 * 60_000;
    clock.sample({ sentAt: local - 300, receivedAt: local, serverMs: local - 150 + 1004 });
    expect(clock.now()).toBe(local + 1004);
  });
});
