import { isBet, wins } from '@tercet/fair';
import type { Draw, Slip } from '../../../api/shared/types.ts';
import { inBetOrder } from '../../../features/bets/bet-order.ts';
import { settledWords } from '../../../features/slips/settled-words.ts';

export interface PeriodOutcome {
  key: 'won' | 'some' | 'void';
  paidMinor: bigint;
}

/** A member's bets in one period of a table. */
export interface MyPeriod {
  period: number;
  slips: readonly Slip[];
  /** Total stake per bet over all slips, in the order of placement, and within a slip in that of the table. */
  stakes: ReadonlyMap<string, bigint>;
  stakedMinor: bigint;
  /** Payout per winning bet; empty until the draw is settled. */
  payouts: ReadonlyMap<string, bigint>;
  /** Null until all slips are settled. */
  result: PeriodOutcome | null;
}

/** How many periods back the last result is shown. */
const KEPT_PERIODS = 10;

/**
 * The member's bets that the table shows, newest period first: the open period, the one before, and older ones that
 * still wait for their draw. Without any of these, the last period with bets, so that its result stays for a while.
 */
export function myPeriods(slips: readonly Slip[], openPeriod: number): MyPeriod[] {
  const current = slips.filter(({ period, state }) => period >= openPeriod - 1 || state === 'pending');
  const last = Math.max(...slips.map(({ period }) => period));
  const isKept = current.length === 0 && last >= openPeriod - KEPT_PERIODS;
  const shown = isKept ? slips.filter(({ period }) => period === last) : current;
  const periods = [...new Set(shown.map(({ period }) => period))].sort((one, other) => other - one);
  return periods.map((period) =>
    myPeriod(
      period,
      shown.filter((slip) => slip.period === period),
    ),
  );
}

function myPeriod(period: number, newestFirst: readonly Slip[]): MyPeriod {
  const slips = [...newestFirst].sort((one, other) => one.placedAtMs - other.placedAtMs);
  const stakes = new Map<string, bigint>();
  const payouts = new Map<string, bigint>();
  for (const { selections } of slips) {
    for (const { bet, stakeMinor, won, payoutMinor } of inBetOrder(selections)) {
      add(stakes, bet, stakeMinor);
      if (won && payoutMinor !== null) add(payouts, bet, payoutMinor);
    }
  }
  const { key, paid, staked } = settledWords(slips, period);
  const isSettled = slips.every(({ state }) => state !== 'pending');
  return {
    ...{ period, slips, stakes, payouts, stakedMinor: staked },
    result: isSettled ? { key: key === 'lost' ? 'some' : key, paidMinor: paid } : null,
  };
}

/** The part of a period that one slip makes; null while it is not known. */
export function ofSlip(periods: readonly MyPeriod[], slipId: string): MyPeriod | null {
  const own = periods.find(({ slips }) => slips.some(({ id }) => id === slipId));
  const slip = own?.slips.find(({ id }) => id === slipId);
  return own === undefined || slip === undefined ? null : myPeriod(own.period, [slip]);
}

function add(sums: Map<string, bigint>, bet: string, minor: string): void {
  sums.set(bet, (sums.get(bet) ?? 0n) + BigInt(minor));
}

/** Total stake per bet over the periods that wait for their draw. */
export function waitingStakes(periods: readonly MyPeriod[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { stakes, result } of periods) {
    if (result !== null) continue;
    for (const [bet, minor] of stakes) add(sums, bet, String(minor));
  }
  return sums;
}

/** Hides the result of the newest draw until its dice animation has ended. */
export function untilFallen(periods: readonly MyPeriod[], latest: Draw | null, fallen: Draw | null): MyPeriod[] {
  const falls = latest !== null && latest.dice !== null && fallen === null;
  return periods.map((own) =>
    falls && own.period === latest.period ? { ...own, result: null, payouts: NO_PAYOUTS } : own,
  );
}

const NO_PAYOUTS: ReadonlyMap<string, bigint> = new Map();

/** Winning bets of a draw, with the member's payout of each. Null if the member had no bets in it. */
export function litBets(
  bets: readonly { bet: string }[],
  periods: readonly MyPeriod[],
  fallen: Draw | null,
): Map<string, bigint> | null {
  const own = periods.find(({ period }) => period === fallen?.period);
  const dice = fallen?.dice ?? null;
  if (own === undefined || dice === null) return null;
  return new Map(
    bets.filter(({ bet }) => isBet(bet) && wins(bet, dice)).map(({ bet }) => [bet, own.payouts.get(bet) ?? 0n]),
  );
}

/** Whether the member's bets of a draw paid more than they cost. */
export function isNetWin(periods: readonly MyPeriod[], fallen: Draw | null): boolean {
  return periods.find(({ period }) => period === fallen?.period)?.result?.key === 'won';
}
