import { beforeEach, expect, test, vi } from 'vitest';

const work = vi.hoisted(() => ({ running: 0, runningMost: 0, verified: [] as string[] }));

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  async function counted<T>(act: () => Promise<T>): Promise<T> {
    work.running += 1;
    work.runningMost = Math.max(work.runningMost, work.running);
    try {
      return await act();
    } finally {
      work.running -= 1;
    }
  }
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => counted(() => real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => {
      work.verified.push(String(args[0]).split('$').slice(0, 4).join('$'));
      return counted(() => real.verify(...args));
    },
  };
});

const { createPasswords } = await import('./passwords.ts');

beforeEach(() => {
  work.runningMost = 0;
  work.verified = [];
});

test('a password matches its own hash and no other', async () => {
  const { hash, matches } = createPasswords();
  const stored = await hash('a lantern');
  expect(await hash('a lantern')).not.toBe(stored);
  expect(await matches('a lantern', stored)).toBe(true);
  expect(await matches('A lantern', stored)).toBe(false);
});

test('without a stored hash the same work is done, for nothing', async () => {
  const { hash, matches } = createPasswords();
  const stored = await hash('a lantern');
  expect(await matches('nobody', null)).toBe(false);
  expect(await matches('nobody', stored)).toBe(false);
  expect(work.verified).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1']);
});

test('two at a time, a bounded number waits, the others are told that the club is busy', async () => {
  const { hash } = createPasswords({ atOnceMax: 2, waitingMax: 6 });
  const results = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => hash(`password ${index}`)));
  expect(work.runningMost).toBe(2);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(8);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map((result) => result.reason.code)).toEqual(Array(4).fill('busy'));
  expect(await hash('afterwards')).toMatch(/^\$argon2id/);
});

test('a failure frees its place', async () => {
  const { hash, matches } = createPasswords({ atOnceMax: 1, waitingMax: 4 });
  const results = await Promise.allSettled([matches('x', 'no hash'), matches('x', 'no hash'), hash('x')]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
