import { describe, expect, it } from 'vitest';
import { emptySlip, type Slip, type SlipAction, slipReducer, totalOf } from './slip-reducer.ts';

function after(...actions: SlipAction[]): Slip {
  return actions.reduce(slipReducer, emptySlip(100n));
}

function stakes(slip: Slip): Record<string, bigint> {
  return Object.fromEntries(slip.selections.map(({ bet, stakeMinor }) => [bet, stakeMinor]));
}

const big: SlipAction = { type: 'tap', bet: 'big' };
const odd: SlipAction = { type: 'tap', bet: 'odd' };

describe('a slip', () => {
  it('takes the chip as the stake of a tapped bet, and adds the chip of each further tap', () => {
    const five: SlipAction = { type: 'chip', chipMinor: 500n };
    expect(stakes(after(big, five, odd))).toEqual({ big: 100n, odd: 500n });
    expect(stakes(after(big, big, five, big, odd))).toEqual({ big: 700n, odd: 500n });
  });

  it('takes back one chip with each undo', () => {
    const undo: SlipAction = { type: 'undo' };
    expect(stakes(after(big, big, big, undo))).toEqual({ big: 200n });
    expect(after(big, big, undo, undo).selections).toEqual([]);
  });

  it('holds no stake that the wire cannot carry, however many chips land', () => {
    const huge: SlipAction = { type: 'chip', chipMinor: 2n ** 53n - 1n };
    expect(totalOf(after(huge, big, big).selections)).toBe(2n ** 53n - 1n);
  });

  it('takes an amount for a bet that is on it or not, and nothing takes the bet off', () => {
    const amount = (stakeMinor: bigint): SlipAction => ({ type: 'amount', bet: 'big', stakeMinor });
    expect(stakes(after(odd, amount(250n)))).toEqual({ odd: 100n, big: 250n });
    expect(stakes(after(big, odd, amount(250n)))).toEqual({ odd: 100n, big: 250n });
    expect(stakes(after(big, odd, amount(0n)))).toEqual({ odd: 100n });
    expect(after(amount(0n)).past).toEqual([]);
    expect(stakes(after(big, amount(250n), { type: 'undo' }))).toEqual({ big: 100n });
  });

  it('steps to the next multiple of the chip and never below zero', () => {
    const seven: SlipAction = { type: 'stake', bet: 'big', read: { minor: 730n } };
    expect(stakes(after(big, seven, { type: 'step', bet: 'big', by: 1 }))).toEqual({ big: 800n });
    expect(stakes(after(big, seven, { type: 'step', bet: 'big', by: -1 }))).toEqual({ big: 700n });
    const down: SlipAction = { type: 'step', bet: 'big', by: -1 };
    expect(stakes(after(big, down, down, down))).toEqual({ big: 0n });
  });

  it('doubles every stake, up to what a slip can hold', () => {
    expect(stakes(after(big, odd, { type: 'double' }))).toEqual({ big: 200n, odd: 200n });
    const huge = after(big, { type: 'stake', bet: 'big', read: { minor: 2n ** 52n + 1n } }, { type: 'double' });
    expect(totalOf(huge.selections)).toBe(2n ** 53n - 1n);
  });

  it('repeats the last bet in place of what was chosen', () => {
    const selections = [{ bet: 's11', stakeMinor: 50n }];
    expect(after(big, { type: 'repeat', selections }).selections).toEqual(selections);
  });

  it('undoes one step after the other, clearing included', () => {
    const undo: SlipAction = { type: 'undo' };
    const cleared = after(big, odd, { type: 'double' }, { type: 'clear' });
    expect(stakes(slipReducer(cleared, undo))).toEqual({ big: 200n, odd: 200n });
    const start = [undo, undo, undo, undo, undo].reduce(slipReducer, cleared);
    expect(start.selections).toEqual([]);
    expect(start.past).toEqual([]);
  });

  it('keeps why typed text is no amount until the stake changes', () => {
    const unread = { minor: null };
    const typed = after(big, { type: 'stake', bet: 'big', read: unread });
    expect(typed.selections).toEqual([{ bet: 'big', stakeMinor: 0n, unread }]);
    expect(slipReducer(typed, { type: 'step', bet: 'big', by: 1 }).selections).toEqual([
      { bet: 'big', stakeMinor: 100n },
    ]);
  });

  it('does not record steps that changed nothing', () => {
    expect(after({ type: 'clear' }, { type: 'double' }, { type: 'remove', bet: 'big' }).past).toEqual([]);
    expect(after(big, { type: 'stake', bet: 'big', read: { minor: 100n } }).past).toHaveLength(1);
  });

  it('remembers fifty steps and no more', () => {
    const many = Array.from({ length: 120 }, () => big);
    expect(after(...many).past).toHaveLength(50);
  });

  it('starts anew once it is placed, with the same chip', () => {
    const placed = after({ type: 'chip', chipMinor: 500n }, big, { type: 'placed' });
    expect(placed).toEqual(emptySlip(500n));
  });
});
