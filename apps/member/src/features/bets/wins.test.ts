import { describe, expect, it } from 'vitest';
import { betWins } from './wins.ts';

const CODES = [
  ...['small', 'big', 'odd', 'even', 's3', 's10', 's11', 's18'],
  ...['n1', 'n3', 'n6', 'p12', 'p36', 'd3', 'd6', 't3', 't6', 't'],
];

function winners(dice: readonly number[]): string[] {
  return CODES.filter((bet) => betWins(bet, dice));
}

describe('which bets win', () => {
  it('follows from the sum', () => {
    expect(winners([1, 3, 6])).toEqual(['small', 'even', 's10', 'n1', 'n3', 'n6', 'p36']);
    expect(winners([4, 4, 3])).toEqual(['big', 'odd', 's11', 'n3']);
  });

  it('follows from the faces: a double also with a triple, a pair only of both its faces', () => {
    expect(winners([6, 6, 1])).toEqual(['big', 'odd', 'n1', 'n6', 'd6']);
    expect(winners([6, 6, 6])).toEqual(['big', 'even', 's18', 'n6', 'd6', 't6', 't']);
    expect(winners([1, 1, 2])).toEqual(['small', 'even', 'n1', 'p12']);
  });

  it('is never a code that is not known', () => {
    expect(betWins('x1', [1, 1, 1])).toBe(false);
  });
});
