import { expect, test } from 'vitest';
import type { Funds } from './house-file.ts';
import { statedFunds } from './stated-funds.ts';

const FUNDS: Funds = { text: 'Apart.', link: 'https://funds.example', rating: 'medium' };
const LIVE = { mode: 'live' } as const;

test('a statement has another version with another text, link or rating, and the same one otherwise', () => {
  const versions = [
    FUNDS,
    { ...FUNDS, text: 'Apart, in a trust.' },
    { ...FUNDS, text: null },
    { ...FUNDS, link: null },
    { ...FUNDS, rating: 'high' as const },
  ].map((funds) => statedFunds(LIVE, { funds })?.version);
  expect(new Set(versions).size).toBe(versions.length);
  for (const version of versions) expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(statedFunds(LIVE, { funds: { ...FUNDS } })?.version).toBe(versions[0]);
});

test('a house for play states nothing about money, whatever its file says', () => {
  expect(statedFunds({ mode: 'play' }, { funds: FUNDS })).toBeNull();
});

test('nothing is stated without a rating, or without a statement', () => {
  expect(statedFunds(LIVE, { funds: { ...FUNDS, rating: null } })).toBeNull();
  expect(statedFunds(LIVE, { funds: null })).toBeNull();
});
