import { type Lottery, scheduleOf, tableOf } from '../lottery/catalogue.ts';

export const PERIOD_STATES = [
  'upcoming',
  'open',
  'locked',
  'sealed',
  'late',
  'drawn',
  'settled',
  'void',
  'returned',
] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** Facts of a period from its rows. */
export interface PeriodFacts {
  sealed: boolean;
  void: boolean;
  drawn: boolean;
  settled: boolean;
  returned: boolean;
}

/** A beacon without an answer this long after its round's time is late. */
export const LATE_AFTER_MS = 6_000;

/** State of a period. Times are in milliseconds. `upcoming` includes periods that no table covers yet. */
export function stateOf(
  facts: PeriodFacts,
  times: { opensMs: number; locksMs: number; drawsMs: number },
  nowMs: number,
): PeriodState {
  if (facts.void) return 'void';
  if (facts.drawn) return facts.settled ? 'settled' : 'drawn';
  if (facts.returned) return 'returned';
  if (facts.sealed) return nowMs > times.drawsMs + LATE_AFTER_MS ? 'late' : 'sealed';
  if (nowMs < times.opensMs) return 'upcoming';
  return nowMs < times.locksMs ? 'open' : 'locked';
}

export interface PeriodView {
  period: number;
  drawId: string;
  opensAtMs: number;
  locksAtMs: number;
  drawsAtMs: number;
  round: number;
  state: PeriodState;
}

/** A period by the schedule alone, for showing the current and the next one. Null before the first table. */
export function periodView(lottery: Lottery, period: number, nowMs: number): PeriodView | null {
  const table = tableOf(lottery, period) ?? lottery.tables[0];
  if (!table) return null;
  const first = Math.max(period, table.firstPeriod);
  const schedule = scheduleOf(lottery, table, first);
  const times = { opensMs: schedule.opens * 1_000, locksMs: schedule.locks * 1_000, drawsMs: schedule.draws * 1_000 };
  const none = { sealed: false, void: false, drawn: false, settled: false, returned: false };
  return {
    period: first,
    drawId: schedule.drawId,
    opensAtMs: times.opensMs,
    locksAtMs: times.locksMs,
    drawsAtMs: times.drawsMs,
    round: schedule.round,
    state: stateOf(none, times, nowMs),
  };
}
