/** Kinds of signs of harm, in display order. */
export const INDICATOR_KINDS = [
  'spend',
  'time',
  'chasing',
  'night',
  'limit-raises',
  'failed-deposits',
  'split-withdrawals',
  'deposit-after-withdrawal',
  'desk-contacts',
] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

export const INDICATOR_LEVELS = ['noted', 'high'] as const;
export type IndicatorLevel = (typeof INDICATOR_LEVELS)[number];

/** One sign in a member's own history, with the figures that explain it. */
export interface Indicator {
  kind: IndicatorKind;
  level: IndicatorLevel;
  /** Minor units for `spend`, minutes for `time`, else a count. */
  figure: bigint;
  /** The member's usual week, or for `chasing` the lost bets that another bet followed; null where there is none. */
  usual: bigint | null;
}

/** A member's play in one span of seven days. */
export interface PlayWeek {
  /** Minor units. */
  staked: bigint;
  minutes: number;
  /** Days with a bet between midnight and six. */
  nights: number;
}

export interface DecidedBet {
  placedAtMs: number;
  decidedAtMs: number;
  /** Minor units. */
  staked: bigint;
  /** Payouts, refunds and returned stakes, in minor units. */
  returned: bigint;
}

/** What the indicators are computed from: one member's own history, and nothing else. */
export interface PlayHistory {
  /** Newest first; the first are the last seven days. Weeks without play are zeros. */
  weeks: readonly PlayWeek[];
  /** Bets of the last seven days, by the time they were placed. */
  bets: readonly DecidedBet[];
  /** Requests for looser limits in the last 30 days. */
  limitRaises: number;
  /** Top-ups that failed at the provider in the last seven days. */
  failedDeposits: number;
  /** Most withdrawals within 24 hours, in the last 30 days. */
  withdrawalsInADay: number;
  /** Top-ups within 24 hours after a withdrawal, in the last 30 days. */
  depositsAfterWithdrawal: number;
  /** Conversations with the desk opened in the last 28 days. */
  deskContacts: number;
}

/** The past says something once it has this many weeks with play. */
const PAST_WEEKS_MIN = 3;
/** Times the usual week from which spend and time are noted, and high. */
const USUAL_TIMES = { noted: 2n, high: 4n } as const;
/** Shorter weeks are never a sign. */
const MINUTES_MIN = 120;
/** A bet within this time after a decided one continues the same session. */
const SESSION_MS = 60 * 60_000;

/** Counts from which a sign is noted, and high. */
const COUNTS = {
  chasing: { noted: 5, high: 15 },
  night: { noted: 3, high: 5 },
  'limit-raises': { noted: 2, high: 4 },
  'failed-deposits': { noted: 3, high: 6 },
  'split-withdrawals': { noted: 3, high: 6 },
  'deposit-after-withdrawal': { noted: 2, high: 5 },
  'desk-contacts': { noted: 4, high: 8 },
} as const;

/** The signs of harm in a history, in the order of `INDICATOR_KINDS`. A pure function of its argument. */
export function indicatorsOf(history: PlayHistory): Indicator[] {
  const chased = chasesIn(history.bets);
  const found = [
    spendOf(history.weeks),
    timeOf(history.weeks),
    // Rises after a third of the losses or less may be chance.
    chased.rises * 3 >= chased.losses ? counted('chasing', chased.rises, BigInt(chased.losses)) : null,
    nightOf(history.weeks),
    counted('limit-raises', history.limitRaises),
    counted('failed-deposits', history.failedDeposits),
    counted('split-withdrawals', history.withdrawalsInADay),
    counted('deposit-after-withdrawal', history.depositsAfterWithdrawal),
    counted('desk-contacts', history.deskContacts),
  ];
  return found.filter((indicator) => indicator !== null);
}

/** Whether staff should talk with the member: one high sign, or two noted ones. */
export function needsTalk(indicators: readonly Indicator[]): boolean {
  return indicators.length >= 2 || indicators.some(({ level }) => level === 'high');
}

/**
 * Bets that followed a lost bet of the same session (`losses`), and those of them with a stake at least half as high
 * again as the lost one (`rises`). The lost bet is the one decided last before the bet was placed: a stake placed
 * before the dice fell is no answer to them.
 */
export function chasesIn(bets: readonly DecidedBet[]): { losses: number; rises: number } {
  const decided = bets.toSorted((a, b) => a.decidedAtMs - b.decidedAtMs || a.placedAtMs - b.placedAtMs);
  let [losses, rises, next] = [0, 0, 0];
  for (const bet of bets.toSorted((a, b) => a.placedAtMs - b.placedAtMs)) {
    while (next < decided.length && (decided[next]?.decidedAtMs ?? Infinity) <= bet.placedAtMs) next += 1;
    const last = decided[next - 1];
    if (last === undefined || bet.placedAtMs - last.decidedAtMs > SESSION_MS || last.returned >= last.staked) continue;
    losses += 1;
    if (bet.staked * 2n >= last.staked * 3n) rises += 1;
  }
  return { losses, rises };
}

function spendOf([last, ...past]: readonly PlayWeek[]): Indicator | null {
  const usual = usualOf(past, ({ staked }) => staked);
  if (last === undefined || usual === null) return null;
  return comparedTo('spend', last.staked, usual);
}

function timeOf([last, ...past]: readonly PlayWeek[]): Indicator | null {
  const usual = usualOf(past, ({ minutes }) => BigInt(Math.round(minutes)));
  if (last === undefined || usual === null || last.minutes < MINUTES_MIN) return null;
  return comparedTo('time', BigInt(Math.round(last.minutes)), usual);
}

/** Nights are a sign unless they are the member's usual time: people who work in shifts play at night. */
function nightOf([last, ...past]: readonly PlayWeek[]): Indicator | null {
  if (last === undefined) return null;
  const usual = usualOf(past, ({ nights }) => BigInt(nights));
  if (usual !== null && BigInt(last.nights) < usual * USUAL_TIMES.noted) return null;
  return counted('night', last.nights, usual);
}

/** Mean of the weeks with play, rounded down; null for too short a past. */
function usualOf(past: readonly PlayWeek[], measured: (week: PlayWeek) => bigint): bigint | null {
  const played = past.filter(({ staked }) => staked > 0n);
  if (played.length < PAST_WEEKS_MIN) return null;
  return played.reduce((sum, week) => sum + measured(week), 0n) / BigInt(played.length);
}

function comparedTo(kind: 'spend' | 'time', figure: bigint, usual: bigint): Indicator | null {
  // A past of zeros compares with nothing.
  if (usual === 0n || figure < usual * USUAL_TIMES.noted) return null;
  return { kind, level: figure >= usual * USUAL_TIMES.high ? 'high' : 'noted', figure, usual };
}

function counted(kind: keyof typeof COUNTS, count: number, usual: bigint | null = null): Indicator | null {
  const { noted, high } = COUNTS[kind];
  if (count < noted) return null;
  return { kind, level: count >= high ? 'high' : 'noted', figure: BigInt(count), usual };
}
