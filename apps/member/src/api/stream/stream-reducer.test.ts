import { describe, expect, it } from 'vitest';
import type { Draw, Lottery, Me, Slip } from '../shared/types.ts';
import type { StreamEvent } from './stream-events.ts';
import {
  applyToDraw,
  applyToDraws,
  applyToLottery,
  applyToMe,
  applyToSlip,
  periodOfDraw,
  rollLottery,
} from './stream-reducer.ts';

const drawn: StreamEvent = {
  type: 'drawn',
  drawId: 'dice-60/9',
  round: 109,
  dice: [1, 4, 6],
  signature: 'ab',
  drawnAtMs: 612_400,
};
const sealed: StreamEvent = { type: 'sealed', drawId: 'dice-60/9', root: 'cd', slipCount: 3, sealedAtMs: 603_000 };

function draw(period: number, change: Partial<Draw> = {}): Draw {
  return {
    drawId: `dice-60/${period}`,
    period,
    round: 100 + period,
    state: 'settled',
    dice: [1, 1, 1],
    sum: 3,
    root: 'aa',
    slipCount: 0,
    sealedAtMs: 1,
    drawnAtMs: 2,
    houseRun: false,
    ...change,
  };
}

function period(number: number) {
  return {
    period: number,
    drawId: `dice-60/${number}`,
    opensAtMs: number * 60_000,
    locksAtMs: (number + 1) * 60_000,
    drawsAtMs: (number + 1) * 60_000 + 12_000,
    round: 100 + number * 20,
    state: 'open' as const,
  };
}

const lottery = {
  key: 'dice-60',
  periodSeconds: 60,
  current: period(9),
  next: period(10),
  lastDraw: draw(8),
  stop: null,
} as Lottery;

describe('a lottery by the clock', () => {
  it('stays while its period is open', () => {
    expect(rollLottery(lottery, 599_999)).toBe(lottery);
  });

  it('turns at the lock itself, with times and round of the schedule', () => {
    const rolled = rollLottery(lottery, 600_000);
    expect(rolled.current).toEqual(period(10));
    expect(rolled.next).toEqual(period(11));
  });

  it('catches up after a long sleep', () => {
    expect(rollLottery(lottery, 60_000 * 500 + 1).current).toEqual(period(500));
  });
});

describe('a retired lottery', () => {
  const retired = { ...lottery, closed: false, retiresAtMs: 660_000 };

  it('takes bets in its last period, and is closed from the next one on', () => {
    expect(rollLottery(retired, 600_000).closed).toBe(false);
    expect(rollLottery(retired, 660_000).closed).toBe(true);
  });
});

describe('a stopped lottery', () => {
  const stop = { fromMs: 660_000, untilMs: 720_000 } as NonNullable<Lottery['stop']>;
  const open = { ...lottery, closed: false, stop };
  const closedAt = (from: Lottery, nowMs: number) => rollLottery(from, nowMs).closed;

  it('is closed in the periods that open in the stop, and open again after it', () => {
    expect([600_000, 660_000, 719_999, 720_000].map((nowMs) => closedAt(open, nowMs))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(closedAt(rollLottery(open, 660_000), 720_000)).toBe(false);
    expect(closedAt({ ...open, stop: { ...stop, untilMs: null } }, 6_000_000)).toBe(true);
  });

  it('stays closed after the stop if it was closed before', () => {
    expect(closedAt({ ...open, closed: true }, 600_000)).toBe(true);
  });
});

describe('a lottery by messages', () => {
  const opened: StreamEvent = { type: 'period', key: 'dice-60', ...period(10) };

  it('moves on when a period opens, and never back', () => {
    const moved = applyToLottery(lottery, opened, false);
    expect(moved.current).toEqual(period(10));
    expect(applyToLottery(moved, opened, false)).toBe(moved);
    expect(applyToLottery(lottery, { ...opened, key: 'dice-30' }, false)).toBe(lottery);
  });

  it('shows the draw that comes in, and keeps a newer one', () => {
    const last = applyToLottery(lottery, drawn, true).lastDraw;
    expect(last).toMatchObject({ period: 9, dice: [1, 4, 6], sum: 11, state: 'drawn', houseRun: true });
    expect(applyToLottery({ ...lottery, lastDraw: draw(10) }, drawn, true).lastDraw?.period).toBe(10);
    expect(applyToLottery(lottery, { ...drawn, drawId: 'dice-30/9' }, true)).toBe(lottery);
  });
});

describe('draws by messages', () => {
  it('that are void stay so when their stakes are back', () => {
    let list = applyToDraws([draw(8)], { type: 'void', drawId: 'dice-60/9' }, true);
    list = applyToDraws(list, { type: 'settled', drawId: 'dice-60/9' }, true);
    expect(list[0]).toMatchObject({ drawId: 'dice-60/9', state: 'void', dice: null });
  });

  it('are sealed, drawn and settled in turn', () => {
    let list = applyToDraws([draw(8)], sealed, true);
    expect(list[0]).toMatchObject({ drawId: 'dice-60/9', state: 'sealed', root: 'cd', slipCount: 3, dice: null });
    list = applyToDraws(list, drawn, true);
    list = applyToDraws(list, { type: 'settled', drawId: 'dice-60/9' }, true);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ state: 'settled', sum: 11, root: 'cd' });
  });

  it('never go back a step when a message comes twice or late', () => {
    const settled = draw(9);
    expect(applyToDraw(settled, sealed).state).toBe('settled');
    expect(applyToDraw(settled, drawn).state).toBe('settled');
    expect(applyToDraw(settled, { type: 'late', drawId: 'dice-60/9' })).toBe(settled);
  });

  it('are not added behind newer ones', () => {
    const list = [draw(11), draw(10)];
    expect(applyToDraws(list, drawn, true)).toBe(list);
  });

  it('are found by their number', () => {
    expect(periodOfDraw('dice-60/29743210')).toBe(29_743_210);
    for (const id of ['dice-60/', 'dice-60/07', 'dice-60/x', '']) expect(periodOfDraw(id)).toBeNaN();
  });
});

describe('the member’s own state', () => {
  const balance: StreamEvent = {
    type: 'balance',
    availableMinor: '990',
    heldMinor: '10',
    slipsSettled: [{ slipId: 'a', drawId: 'dice-60/9', state: 'won', payoutMinor: '77' }],
  };

  it('follows the balance message', () => {
    expect(applyToMe({ availableMinor: '1', heldMinor: '2', hasBet: false } as Me, balance)).toMatchObject({
      availableMinor: '990',
      heldMinor: '10',
      hasBet: true,
    });
    const slip = { id: 'a', state: 'pending', payoutMinor: null } as Slip;
    expect(applyToSlip(slip, balance)).toMatchObject({ state: 'won', payoutMinor: '77' });
    const other = { ...slip, id: 'b' };
    expect(applyToSlip(other, balance)).toBe(other);
  });

  it('keeps the held amount when a message does not contain it, as after a bet', () => {
    const bet: StreamEvent = { type: 'balance', availableMinor: '5', slipsSettled: [] };
    expect(applyToMe({ availableMinor: '9', heldMinor: '2', hasBet: false } as Me, bet)).toMatchObject({
      availableMinor: '5',
      heldMinor: '2',
      hasBet: false,
    });
  });

  it('takes the number of unread messages from the message', () => {
    expect(applyToMe({ availableMinor: '9', unreadMessages: 0 } as Me, { type: 'message', unread: 3 })).toEqual({
      availableMinor: '9',
      unreadMessages: 3,
    });
  });
});
