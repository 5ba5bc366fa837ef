import {
  BETS,
  type Bet,
  chanceOf,
  type Fraction,
  MULTIPLIER_UNIT,
  type Multipliers,
  multipliersIn,
  multipliersOfTable,
  payoutOf,
  rtpOf,
  type TableEntry,
  waysByMultiplier,
} from '@tercet/fair';
import type { HouseTable } from '../../lottery/tables.ts';
import { assertSound, type NewTableEntry, RTP_BAND, type RtpBand } from './publish-table.ts';
import { type TableFault, TableRefused } from './table-faults.ts';

/** In 1/10,000, stake included. A list of three for a bet on one number. */
export type OddsMultipliers = Readonly<Partial<Record<Bet, number | readonly number[]>>>;

/** The changeable fields of a table. Amounts are in minor units. All other fields stay the same. */
export interface Odds {
  multipliers: OddsMultipliers;
  stakeMin: bigint;
  stakeMax: bigint;
  slipMax: bigint;
  memberCap: bigint;
  periodCap: bigint;
  minBalance: bigint;
}

export interface BetPreview {
  bet: Bet;
  /** Three for a bet on one number, otherwise one. */
  multipliers: number[];
  /** Outcomes out of 216 on which each of `multipliers` is paid. */
  ways: number[];
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
    multipliers: inEntry(odds.multipliers),
    stake_min: String(odds.stakeMin),
    stake_max: String(odds.stakeMax),
    slip_max: String(odds.slipMax),
    member_cap: String(odds.memberCap),
    period_cap: String(odds.periodCap),
    min_balance: String(odds.minBalance),
  };
}

/** Multipliers as a table's entry holds them. */
export function inEntry(multipliers: OddsMultipliers): TableEntry['multipliers'] {
  return Object.fromEntries(
    Object.entries(multipliers).map(([bet, one]) => [bet, typeof one === 'number' ? String(one) : one.map(String)]),
  );
}

/**
 * Exact chance and RTP of each bet as fractions, and whether the table may be published in place of `before`: it must
 * offer the same bets. `inReach` is the most that any member can have available (`amountInReach`).
 */
export function previewTable(
  { entry, before }: { entry: NewTableEntry; before: Pick<HouseTable, 'layout'> },
  inReach: bigint,
  band: RtpBand = RTP_BAND,
): TablePreview {
  const multipliers = multipliersOfTable(entry);
  const smallest = BigInt(entry.stake_min);
  const bets = before.layout.map((bet) => {
    const list = [multipliers[bet] ?? []].flat().map(Number);
    const whole = list.length === multipliersIn(bet) ? list : new Array<number>(multipliersIn(bet)).fill(0);
    const rtp = rtpOf(bet, whole, MULTIPLIER_UNIT);
    const rtpAtSmallest = rtpOf(bet, whole, smallest < 1n ? 1n : smallest);
    const inBand = [rtp, rtpAtSmallest].every((one) => isInBand(one, band));
    const ways = [...waysByMultiplier(bet)];
    return { bet, multipliers: whole, ways, chance: chanceOf(bet), rtp, rtpAtSmallest, inBand };
  });
  return { bets, fault: otherBets(multipliers, before.layout) ?? faultOf(entry, inReach, band) };
}

/** A lottery keeps its bets: a table with more or fewer is refused. */
function otherBets(multipliers: Multipliers, layout: readonly Bet[]): TableFault | null {
  const other = BETS.find((bet) => layout.includes(bet) !== (multipliers[bet] !== undefined));
  return other === undefined ? null : { code: 'other-bets', bet: other };
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
  const multipliers = multipliersOfTable(entry);
  const bet = BETS.find((one) => [multipliers[one] ?? []].flat().some((each) => payoutOf(stake, each) > memberCap));
  if (bet !== undefined) return { code: 'cap-below-win', bet };
  return memberCap > periodCap ? { code: 'caps-crossed', bet: null } : null;
}

/** Refuses a minimum balance that no member can have. Such a table would also be closed in effect. */
function reachFaultOf(entry: NewTableEntry, inReach: bigint): TableFault | null {
  if (BigInt(entry.min_balance) > inReach) return { code: 'balance-out-of-reach', bet: null };
  return BigInt(entry.stake_min) > inReach ? { code: 'stake-out-of-reach', bet: null } : null;
}
