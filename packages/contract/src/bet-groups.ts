/** Kinds of bets, in the order of a table. Members' tables and their previews in the console share it. */
export const BET_GROUPS = ['even', 'sums', 'numbers', 'pairs', 'doubles', 'triples'] as const;
export type BetGroup = (typeof BET_GROUPS)[number];

export interface GroupOfBets<T> {
  group: BetGroup;
  bets: T[];
}

/** Groups the bets of a table by kind. Empty kinds are left out; the order within a kind stays. */
export function groupBets<T extends { bet: string }>(bets: readonly T[]): GroupOfBets<T>[] {
  return BET_GROUPS.map((group) => ({ group, bets: bets.filter(({ bet }) => groupOf(bet) === group) })).filter(
    (found) => found.bets.length > 0,
  );
}

function groupOf(bet: string): BetGroup {
  if (/^s\d/.test(bet)) return 'sums';
  if (/^n[1-6]$/.test(bet)) return 'numbers';
  if (/^p[1-6][1-6]$/.test(bet)) return 'pairs';
  if (/^d[1-6]$/.test(bet)) return 'doubles';
  return /^t[1-6]?$/.test(bet) ? 'triples' : 'even';
}

/** The faces in a bet code: `p12` gives 1 and 2, `t4` gives 4 three times. Empty for bets on sums. */
export function facesOf(bet: string): number[] {
  const [kind, first, second] = bet;
  const face = Number(first);
  switch (groupOf(bet)) {
    case 'numbers':
      return [face];
    case 'pairs':
      return [face, Number(second)];
    case 'doubles':
      return [face, face];
    case 'triples':
      return kind === 't' && first !== undefined ? [face, face, face] : [];
    default:
      return [];
  }
}
