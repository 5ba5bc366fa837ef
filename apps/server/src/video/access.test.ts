import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../durations.ts';
import { type Access, accessOf, lockOf, type Viewer } from './access.ts';

const NOW = 1_800_000_000_000;
const viewer: Viewer = { years: 30, available: 0n, accessOn: true, boughtUntilMs: null, restricted: false };
const bought: Access = { kind: 'bought', price: 500n, hours: 48 };

const lock = (access: Access, change: Partial<Viewer> = {}, age = 0) =>
  lockOf(access, age, { ...viewer, ...change }, NOW);

describe('what rules for a title', () => {
  test('is what it says itself, and where it says nothing what the house says', () => {
    const silent = { access: 'house', balance: null, price: null, hours: null } as const;
    expect(accessOf(silent, { access: 'free', balance: null })).toEqual({ kind: 'free' });
    expect(accessOf(silent, { access: 'balance', balance: 9n })).toEqual({ kind: 'balance', balance: 9n });
    const own = { ...silent, access: 'bought', price: 500n, hours: 48 } as const;
    expect(accessOf(own, { access: 'free', balance: null })).toEqual(bought);
  });
});

describe('the whole film', () => {
  test('of a free title is open to every member', () => {
    expect(lock({ kind: 'free' })).toBeNull();
  });

  test('for a balance opens at that balance, and says what is missing below it', () => {
    const access: Access = { kind: 'balance', balance: 100n };
    expect(lock(access, { available: 100n })).toBeNull();
    expect(lock(access, { available: 99n })).toEqual({ why: 'balance', balance: 100n, missing: 1n });
  });

  test('for a price is open to its last moment, and no longer', () => {
    expect(lock(bought)).toEqual({ why: 'price', price: 500n, hours: 48 });
    expect(lock(bought, { boughtUntilMs: NOW + 1 })).toBeNull();
    expect(lock(bought, { boughtUntilMs: NOW })).toMatchObject({ why: 'price' });
  });

  test('that was bought stays open when the title asks for something else by now', () => {
    expect(lock({ kind: 'balance', balance: 100n }, { boughtUntilMs: NOW + HOUR_MS })).toBeNull();
  });

  test('is not for who is too young, nor for who has switched videos off, whatever was paid', () => {
    const paid = { boughtUntilMs: NOW + HOUR_MS, available: 10_000n };
    expect(lock(bought, { ...paid, years: 15 }, 16)).toEqual({ why: 'too-young', age: 16 });
    expect(lock(bought, { ...paid, years: 16 }, 16)).toBeNull();
    expect(lock({ kind: 'free' }, { ...paid, accessOn: false })).toEqual({ why: 'switched-off' });
    expect(lock({ kind: 'free' }, { ...paid, restricted: true })).toEqual({ why: 'restricted' });
  });

  test('is for members: a visitor is told how it opens', () => {
    expect(lockOf({ kind: 'free' }, 0, null, NOW)).toEqual({ why: 'sign-in', access: { kind: 'free' } });
    expect(lockOf(bought, 0, null, NOW)).toEqual({ why: 'sign-in', access: bought });
  });
});
