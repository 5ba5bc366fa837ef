/** What a bet pays, computed from the published rules without the club's code. */

export type Dice = readonly [number, number, number];

export interface Stake {
  /** Name on the table: Small, Big, Odd, Even, Sum 3 … Sum 18. */
  bet: string;
  stakeMinor: bigint;
  /** In 1/10,000, stake included. */
  multiplier: bigint;
}

function sumOf(dice: Dice): number {
  return dice[0] + dice[1] + dice[2];
}

export function wins(bet: string, dice: Dice): boolean {
  const sum = sumOf(dice);
  switch (bet) {
    case 'Small':
      return sum < 11;
    case 'Big':
      return sum > 10;
    case 'Odd':
      return sum % 2 !== 0;
    case 'Even':
      return sum % 2 === 0;
    default:
      return bet === `Sum ${sum}`;
  }
}

export function totalOf(stakes: readonly Stake[]): bigint {
  return stakes.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
}

/** Each winning bet is rounded down to the minor unit. */
export function payoutOf(stakes: readonly Stake[], dice: Dice): bigint {
  return stakes
    .filter(({ bet }) => wins(bet, dice))
    .reduce((total, { stakeMinor, multiplier }) => total + (stakeMinor * multiplier) / 10_000n, 0n);
}

/** The highest payout of the bets over all throws. */
export function greatestOf(stakes: readonly Stake[]): bigint {
  const faces = [1, 2, 3, 4, 5, 6];
  const throws = faces.flatMap((a) => faces.flatMap((b) => faces.map((c): Dice => [a, b, c])));
  return throws.reduce((greatest, dice) => {
    const paid = payoutOf(stakes, dice);
    return paid > greatest ? paid : greatest;
  }, 0n);
}

/** Minor units as the English screens show them: 123456 is 1,234.56. */
export function written(minor: bigint): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

/** "1,234.56" as minor units. */
export function minorOf(text: string): bigint {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}
