import type { DrawProof } from '@tercet/fair';
import { expect, test } from 'vitest';
import replies from './bet-replies.json';
import { judgeBet, type QuestionedBet } from './bet-verdict.ts';

const NO_DRAW = {} as DrawProof;
const selection = { bet: 'big', stakeMinor: '100', multiplier: 19_200, multipliers: [19_200] } as const;
const bet = {
  ...{ state: 'won', dice: [6, 5, 4], totalMinor: '100', payoutMinor: '192' },
  selections: [{ ...selection, won: true, payoutMinor: '192' }],
} as unknown as QuestionedBet;

const standing = async (more: Partial<QuestionedBet>) => (await judgeBet({ ...bet, ...more }, NO_DRAW)).bet;

test('a payout is right only where it is what the dice and the multipliers give', async () => {
  expect(await judgeBet(bet, NO_DRAW)).toEqual({ bet: 'paid', proof: 'unclear', dueMinor: '192' });
  expect(await standing({ payoutMinor: '191' })).toBe('differs');
  expect(await standing({ dice: null })).toBe('differs');
  expect(await standing({ dice: [1, 1, 2], state: 'lost', payoutMinor: '0' })).toBe('lost');
  expect(await standing({ dice: [1, 1, 2], state: 'lost', payoutMinor: '192' })).toBe('differs');
});

test('a bet on one number is paid by how many dice show it', async () => {
  const number = { ...selection, bet: 'n6', multipliers: [20_000, 30_000, 120_000], won: true, payoutMinor: '300' };
  const selections = [number] as unknown as QuestionedBet['selections'];
  expect(await standing({ selections, dice: [6, 6, 1], payoutMinor: '300' })).toBe('paid');
  expect(await standing({ selections, dice: [6, 6, 6], payoutMinor: '300' })).toBe('differs');
});

test('an open bet is due nothing, and a returned one its whole stake', async () => {
  expect(await standing({ state: 'pending', dice: null, payoutMinor: null })).toBe('pending');
  expect(await standing({ state: 'void', dice: null, payoutMinor: '100' })).toBe('returned');
  expect(await standing({ state: 'returned', payoutMinor: '99' })).toBe('differs');
});

test('each language of members has a reply for each standing, with its values', () => {
  for (const [code, texts] of Object.entries(replies)) {
    expect(texts.paid, code).toMatch(/\{dice\}.*\{paid\}|\{paid\}.*\{dice\}/);
    expect(texts.lost, code).toContain('{dice}');
    expect(texts.returned, code).toContain('{total}');
    expect(texts.pending.length, code).toBeGreaterThan(10);
  }
});
