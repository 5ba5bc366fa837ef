import { BETS, type Bet, chanceOf, type Fraction, MULTIPLIER_UNIT, payoutOf, rtpOf } from '@tercet/fair';
import type { HouseTable } from '../../lottery/tables.ts';
import { assertSound, type NewTableEntry, RTP_BAND, type RtpBand } from './publish-table.ts';
import { type TableFault, TableRefused } from './table-faults.ts';

/** The changeable fields of a table. Amounts are in minor units. All other fields stay the same. */
export interface Odds {
  /** In 1/10,000, stake included. */
  multipliers: Readonly<Record<Bet, number>>;
  stakeMin: bigint;
  stakeMax: bigint;
  slipMax: bigint;
  memberCap: bigint;
  periodCap: bigint;
  minBalance: bigint;
}

export interface BetPreview {
  bet: Bet;
  multiplier: number;
  chance: Fraction;
  /** RTP for a stake without rounding, and at the smallest stake, where rounding down costs the most. */
  rtp: Fraction;
  rtpAtSmallest: Fraction;
  inBand: boolean;
}

export interface TablePreview {
  bets: BetPreview[];
  /** Why the table may not be published. Null if it may. */
  fault: TableFault | null;
}

/** The entry of a table with other odds. Beacon, witnesses and keys stay the same. */
export function withOdds({ entry }: Pick<HouseTable, 'entry'>, odds: Odds): NewTableEntry {
  const { type: _type, first_period: _first, ...same } = entry;
  return {
    ...same,
    multipliers: Object.fromEntries(BETS.map((bet) => [bet, String(odds.multipliers[bet])])),
    stake_min: String(odds.stakeMin),
    stake_max: String(odds.stakeMax),
    slip_max: String(odds.slipMax),
    member_cap: String(odds.memberCap),
    period_cap: String(odds.periodCap),
    min_balance: String(odds.minBalance),
  };
}

/**
 * Exact chance and RTP of each bet as fractions, and whether the table may be published. `inReach` is the most that
 * any member can have available (`amountInReach`).
 */
export function previewTable(entry: NewTableEntry, inReach: bigint, band: RtpBand = RTP_BAND): TablePreview {
  const smallest = BigInt(entry.stake_min);
  const bets = BETS.map((bet) => {
    const multiplier = Number(entry.multipliers[bet] ?? 0);
    const rtp = rtpOf(bet, multiplier, MULTIPLIER_UNIT);
    const rtpAtSmallest = rtpOf(bet, multiplier, smallest < 1n ? 1n : smallest);
    const inBand = [rtp, rtpAtSmallest].every((one) => isInBand(one, band));
    return { bet, multiplier, chance: chanceOf(bet), rtp, rtpAtSmallest, inBand };
  });
  return { bets, fault: faultOf(entry, inReach, band) };
}

function isInBand({ num, den }: Fraction, { min, max }: RtpBand): boolean {
  return num * 10_000n >= min * den && num * 10_000n <= max * den;
}

function faultOf(entry: NewTableEntry, inReach: bigint, band: RtpBand): TableFault | null {
  try {
    assertSound(entry, band);
    return capFaultOf(entry) ?? reachFaultOf(entry, inReach);
  } catch (error) {
    if (error instanceof TableRefused) return error.fault;
    throw error;
  }
}

/** Refuses limits that would not allow the smallest stake on each bet. Such a table would be closed in effect. */
function capFaultOf(entry: NewTableEntry): TableFault | null {
  const [memberCap, periodCap] = [BigInt(entry.member_cap), BigInt(entry.period_cap)];
  const stake = BigInt(entry.stake_min);
  const bet = BETS.find((one) => payoutOf(stake, BigInt(entry.multipliers[one] ?? 0)) > memberCap);
  if (bet !== undefined) return { code: 'cap-below-win', bet };
  return memberCap > periodCap ? { code: 'caps-crossed', bet: null } : null;
}

/** Refuses a minimum balance that no member can have. Such a table would also be closed in effect. */
function reachFaultOf(entry: NewTableEntry, inReach: bigint): TableFault | null {
  if (BigInt(entry.min_balance) > inReach) return { code: 'balance-out-of-reach', bet: null };
  return BigInt(entry.stake_min) > inReach ? { code: 'stake-out-of-reach', bet: null } : null;
}
