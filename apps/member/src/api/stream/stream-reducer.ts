import type { Draw, Lottery, Me, Period, Slip } from '../shared/types.ts';
import type { StreamEvent } from './stream-events.ts';

/** The lottery key of a draw id `key/period`. */
export function keyOfDraw(drawId: string): string {
  return drawId.slice(0, drawId.lastIndexOf('/'));
}

/** The period number of a draw id; NaN if it has none. */
export function periodOfDraw(drawId: string): number {
  const text = drawId.slice(drawId.lastIndexOf('/') + 1);
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}

/** A period of a lottery by its number, in the past or future. */
export function periodAt({ key, current, next }: Lottery, period: number): Period {
  return shiftPeriod(current, key, period - current.period, next.round - current.round);
}

/** The period `steps` after `from`. Times and beacon round follow by arithmetic. */
function shiftPeriod(from: Period, key: string, steps: number, roundsPerPeriod: number): Period {
  const lengthMs = from.locksAtMs - from.opensAtMs;
  const period = from.period + steps;
  return {
    period,
    drawId: `${key}/${period}`,
    opensAtMs: from.opensAtMs + steps * lengthMs,
    locksAtMs: from.locksAtMs + steps * lengthMs,
    drawsAtMs: from.drawsAtMs + steps * lengthMs,
    round: from.round + steps * roundsPerPeriod,
    state: 'open',
  };
}

/** The lottery at `nowMs`: after the lock of the current period, the next one becomes current. */
export function rollLottery<T extends Lottery>(lottery: T, nowMs: number): T {
  const { current, next } = lottery;
  const lengthMs = current.locksAtMs - current.opensAtMs;
  if (nowMs < current.locksAtMs || lengthMs <= 0) return lottery;
  const steps = Math.floor((nowMs - current.locksAtMs) / lengthMs) + 1;
  return advance(lottery, current, steps, next.round - current.round);
}

function advance<T extends Lottery>(lottery: T, current: Period, steps: number, roundsPerPeriod: number): T {
  const next = shiftPeriod(current, lottery.key, steps, roundsPerPeriod);
  const { retiresAtMs, stop } = lottery;
  const isRetired = retiresAtMs !== null && next.opensAtMs >= retiresAtMs;
  // A stop that has ended was why the former period was closed.
  const staysClosed = lottery.closed && !isStopped(stop, lottery.current.opensAtMs);
  return {
    ...lottery,
    closed: staysClosed || isRetired || isStopped(stop, next.opensAtMs),
    current: next,
    next: shiftPeriod(current, lottery.key, steps + 1, roundsPerPeriod),
  };
}

/** Whether a period that opens at this time takes no bets. */
function isStopped(stop: Lottery['stop'], opensAtMs: number): boolean {
  if (stop === null) return false;
  return stop.fromMs <= opensAtMs && (stop.untilMs === null || opensAtMs < stop.untilMs);
}

export function applyToLottery<T extends Lottery>(lottery: T, event: StreamEvent, houseRun: boolean): T {
  if (event.type === 'period') {
    if (event.key !== lottery.key || event.period <= lottery.current.period) return lottery;
    return advance(
      lottery,
      lottery.current,
      event.period - lottery.current.period,
      lottery.next.round - lottery.current.round,
    );
  }
  if (event.type !== 'drawn' && event.type !== 'settled') return lottery;
  if (keyOfDraw(event.drawId) !== lottery.key) return lottery;
  const last = lottery.lastDraw;
  if (event.type === 'settled') {
    return last?.drawId === event.drawId ? { ...lottery, lastDraw: { ...last, state: 'settled' } } : lottery;
  }
  const period = periodOfDraw(event.drawId);
  if (last !== null && last.period > period) return lottery;
  const base = last?.drawId === event.drawId ? last : blankDraw(event.drawId, houseRun);
  return { ...lottery, lastDraw: applyToDraw(base, event) };
}

function blankDraw(drawId: string, houseRun: boolean): Draw {
  return {
    drawId,
    period: periodOfDraw(drawId),
    round: 0,
    state: 'locked',
    dice: null,
    sum: null,
    root: null,
    slipCount: null,
    sealedAtMs: null,
    drawnAtMs: null,
    houseRun,
  };
}

/** Applies one event to a draw. Events may repeat or arrive late, so a draw never moves back. */
export function applyToDraw<T extends Draw>(draw: T, event: StreamEvent): T {
  if (!('drawId' in event) || event.drawId !== draw.drawId) return draw;
  switch (event.type) {
    case 'sealed': {
      const state = draw.state === 'open' || draw.state === 'locked' ? 'sealed' : draw.state;
      return { ...draw, state, root: event.root, slipCount: event.slipCount, sealedAtMs: event.sealedAtMs };
    }
    case 'drawn': {
      const state = draw.state === 'settled' ? 'settled' : 'drawn';
      const sum = event.dice.reduce((total, die) => total + die, 0);
      const { round, dice, signature, drawnAtMs } = event;
      return { ...draw, state, round, dice, sum, signature, drawnAtMs };
    }
    case 'settled':
      // Also sent for a void draw after its refunds: it stays void.
      return draw.dice === null ? draw : { ...draw, state: 'settled' };
    case 'void':
      return { ...draw, state: 'void' };
    case 'late':
      return draw.dice === null ? { ...draw, state: 'late' } : draw;
    default:
      return draw;
  }
}

/** Applies one event to a list of draws of its lottery, newest first. */
export function applyToDraws(draws: Draw[], event: StreamEvent, houseRun: boolean): Draw[] {
  if (!('drawId' in event) || event.type === 'period') return draws;
  const at = draws.findIndex((draw) => draw.drawId === event.drawId);
  if (at >= 0) return draws.map((draw, index) => (index === at ? applyToDraw(draw, event) : draw));
  const fresh = applyToDraw(blankDraw(event.drawId, houseRun), event);
  const newest = draws[0];
  if (newest !== undefined && newest.period > fresh.period) return draws;
  return [fresh, ...draws];
}

export function applyToMe(me: Me, event: StreamEvent): Me {
  if (event.type === 'message') return { ...me, unreadMessages: event.unread };
  if (event.type !== 'balance') return me;
  return {
    ...me,
    availableMinor: event.availableMinor,
    heldMinor: event.heldMinor ?? me.heldMinor,
    hasBet: me.hasBet || event.slipsSettled.length > 0,
  };
}

export function applyToSlip(slip: Slip, event: StreamEvent): Slip {
  if (event.type !== 'balance') return slip;
  const settled = event.slipsSettled.find((item) => item.slipId === slip.id);
  return settled === undefined ? slip : { ...slip, state: settled.state, payoutMinor: settled.payoutMinor };
}
