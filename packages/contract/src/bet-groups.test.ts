import { describe, expect, it } from 'vitest';
import { facesOf, groupBets } from './bet-groups.ts';

const bets = (...codes: string[]) => codes.map((bet) => ({ bet }));

describe('the layout of a table', () => {
  it('has the kinds that the table offers, and no others', () => {
    const shown = groupBets(bets('small', 'odd', 's3', 's18')).map(({ group, bets: some }) => [group, some.length]);
    expect(shown).toEqual([
      ['even', 2],
      ['sums', 2],
    ]);
  });

  it('sorts Sic Bo codes into numbers, pairs, doubles and triples', () => {
    const codes = bets('t', 't1', 'd6', 'p12', 'p56', 'n1', 'n6', 's10', 'big');
    expect(groupBets(codes).map(({ group }) => group)).toEqual([
      ...['even', 'sums', 'numbers', 'pairs', 'doubles', 'triples'],
    ]);
    expect(groupBets(codes).flatMap(({ bets: some }) => some)).toHaveLength(codes.length);
  });

  it('draws the faces that a bet names', () => {
    expect(['n4', 'p25', 'd3', 't6', 't', 's10', 'small'].map(facesOf)).toEqual([
      [4],
      [2, 5],
      [3, 3],
      [6, 6, 6],
      [],
      [],
      [],
    ]);
  });
});
