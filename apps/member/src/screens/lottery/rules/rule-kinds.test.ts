import { type Bet, wins } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { kindsOfRules, RULES } from './rule-kinds.ts';

const ALL = ['small', 'big', 'odd', 'even', 's9', 'n4', 'p25', 'd3', 't6', 't'].map((bet) => ({ bet }));

describe('the rules of a table', () => {
  it('explain what it offers, and nothing else', () => {
    expect(kindsOfRules(ALL).map(({ rule }) => rule)).toEqual([...RULES]);
    const plain = kindsOfRules(ALL.slice(0, 5)).map(({ rule }) => rule);
    expect(plain).toEqual(['size', 'parity', 'sum']);
  });

  it('give an example that wins', () => {
    for (const { bet, dice } of kindsOfRules(ALL)) expect(wins(bet.bet as Bet, dice), bet.bet).toBe(true);
  });
});
