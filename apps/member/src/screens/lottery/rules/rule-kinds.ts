import type { Dice } from '@tercet/fair';

export const RULES = ['size', 'parity', 'sum', 'number', 'pair', 'double', 'triple', 'anyTriple'] as const;
export type Rule = (typeof RULES)[number];

/** A kind of bet, with an example bet and dice that win it. */
export interface RuleKind<T> {
  rule: Rule;
  bet: T;
  dice: Dice;
}

/** Bet code and winning dice of each example. */
const EXAMPLES: Record<Rule, { code: string; dice: Dice }> = {
  size: { code: 'big', dice: [3, 5, 6] },
  parity: { code: 'odd', dice: [2, 3, 4] },
  sum: { code: 's9', dice: [2, 3, 4] },
  number: { code: 'n4', dice: [1, 4, 6] },
  pair: { code: 'p25', dice: [2, 5, 6] },
  double: { code: 'd3', dice: [3, 3, 5] },
  triple: { code: 't6', dice: [6, 6, 6] },
  anyTriple: { code: 't', dice: [2, 2, 2] },
};

/** The rules whose example bet the table offers. */
export function kindsOfRules<T extends { bet: string }>(bets: readonly T[]): RuleKind<T>[] {
  return RULES.flatMap((rule) => {
    const { code, dice } = EXAMPLES[rule];
    const bet = bets.find((one) => one.bet === code);
    return bet === undefined ? [] : [{ rule, bet, dice }];
  });
}
