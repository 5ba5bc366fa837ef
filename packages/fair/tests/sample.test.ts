import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ITEMS = Array.from({ length: 100 }, (_, index) => index);

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function sampleWith(environment: Record<string, string>) {
  for (const [name, value] of Object.entries({ TERCET_TESTS: '', ...environment })) vi.stubEnv(name, value);
  return import('./sample.ts');
}

test('a sample is part of the list, in its order, and the same for the same seed', async () => {
  const first = (await sampleWith({ TERCET_TEST_SEED: '7' })).sampleOf(ITEMS, 10);
  expect(first).toHaveLength(10);
  expect([...new Set(first)].sort((a, b) => a - b)).toEqual(first);
  vi.resetModules();
  expect((await sampleWith({ TERCET_TEST_SEED: '7' })).sampleOf(ITEMS, 10)).toEqual(first);
});

test('enough seeds choose every item', async () => {
  const chosen = new Set<number>();
  for (let seed = 1; seed <= 200; seed++) {
    vi.resetModules();
    const { sampleOf } = await sampleWith({ TERCET_TEST_SEED: String(seed) });
    for (const item of sampleOf(ITEMS, 10)) chosen.add(item);
  }
  expect(chosen.size).toBe(ITEMS.length);
});

test('all run if the environment asks for it', async () => {
  const { fewOr, sampleOf } = await sampleWith({ TERCET_TESTS: 'all', TERCET_TEST_SEED: '7' });
  expect(sampleOf(ITEMS, 10)).toEqual(ITEMS);
  expect(fewOr(3, 500)).toBe(500);
});

test('a few are run otherwise, and a list that is short is run whole', async () => {
  const { fewOr, sampleOf } = await sampleWith({ TERCET_TEST_SEED: '7' });
  expect(sampleOf([1, 2], 10)).toEqual([1, 2]);
  expect(fewOr(3, 500)).toBe(3);
});
