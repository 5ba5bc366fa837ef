import type { ReadAmount } from '@tercet/money';

/** The slip that a member is preparing, as a pure reducer. The screen stores it; the server accepts or refuses it. */

export interface Selection {
  bet: string;
  /** 0 if the typed text is not an amount. */
  stakeMinor: bigint;
  /** Why the typed text is not an amount. */
  unread?: ReadAmount;
}

export interface Slip {
  /** In the order of choice. */
  selections: readonly Selection[];
  /** The stake that a tap on a bet adds. */
  chipMinor: bigint;
  /** Earlier selections for undo, newest last. */
  past: readonly (readonly Selection[])[];
}

export type SlipAction =
  | { type: 'tap'; bet: string }
  /** Sets the stake to a typed amount. */
  | { type: 'stake'; bet: string; read: ReadAmount }
  | { type: 'step'; bet: string; by: 1 | -1 }
  /** Sets the stake of a bet, which may be new on the slip; 0 removes the bet. */
  | { type: 'amount'; bet: string; stakeMinor: bigint }
  | { type: 'remove'; bet: string }
  | { type: 'clear' }
  | { type: 'double' }
  | { type: 'repeat'; selections: readonly Selection[] }
  | { type: 'undo' }
  | { type: 'chip'; chipMinor: bigint }
  | { type: 'placed' };

const UNDO_MAX = 50;
/** Maximum stake that a request can carry. */
const STAKE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export function emptySlip(chipMinor: bigint): Slip {
  return { selections: [], chipMinor, past: [] };
}

export function slipReducer(slip: Slip, action: SlipAction): Slip {
  switch (action.type) {
    case 'chip':
      return { ...slip, chipMinor: action.chipMinor };
    case 'undo':
      return undo(slip);
    case 'placed':
      return { ...slip, selections: [], past: [] };
    default:
      return changed(slip, selectionsAfter(slip, action));
  }
}

type Change = Exclude<SlipAction, { type: 'chip' | 'undo' | 'placed' }>;

function selectionsAfter({ selections, chipMinor }: Slip, action: Change): readonly Selection[] {
  switch (action.type) {
    case 'tap':
      return has(selections, action.bet)
        ? withStake(selections, action.bet, (stake) => stake + chipMinor)
        : [...selections, { bet: action.bet, stakeMinor: chipMinor }];
    case 'stake':
      return withTyped(selections, action.bet, action.read);
    case 'step':
      return withStake(selections, action.bet, (stake) => stepped(stake, chipMinor, action.by));
    case 'amount':
      return withAmount(selections, action.bet, action.stakeMinor);
    case 'remove':
      return without(selections, action.bet);
    case 'clear':
      return [];
    case 'double':
      return selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: capped(stakeMinor * 2n) }));
    case 'repeat':
      return action.selections;
  }
}

function withTyped(selections: readonly Selection[], bet: string, read: ReadAmount): readonly Selection[] {
  if (read.minor !== null) return withStake(selections, bet, () => read.minor);
  return selections.map((selection) => (selection.bet === bet ? { bet, stakeMinor: 0n, unread: read } : selection));
}

function withAmount(selections: readonly Selection[], bet: string, stakeMinor: bigint): readonly Selection[] {
  if (stakeMinor <= 0n) return without(selections, bet);
  if (has(selections, bet)) return withStake(selections, bet, () => stakeMinor);
  return [...selections, { bet, stakeMinor: capped(stakeMinor) }];
}

/** Rounds up or down to the next multiple of the chip: with a chip of 5, 7 gives 10 or 5. */
export function stepped(stake: bigint, chip: bigint, by: 1 | -1): bigint {
  if (chip <= 0n) return stake;
  const below = stake - (stake % chip);
  if (by === 1) return capped(below + chip);
  const next = below === stake ? stake - chip : below;
  return next < 0n ? 0n : next;
}

function capped(stake: bigint): bigint {
  return stake > STAKE_MAX ? STAKE_MAX : stake;
}

function has(selections: readonly Selection[], bet: string): boolean {
  return selections.some((selection) => selection.bet === bet);
}

function without(selections: readonly Selection[], bet: string): readonly Selection[] {
  return selections.filter((selection) => selection.bet !== bet);
}

function withStake(selections: readonly Selection[], bet: string, change: (stake: bigint) => bigint) {
  return selections.map((selection) =>
    selection.bet === bet ? { bet, stakeMinor: capped(change(selection.stakeMinor)) } : selection,
  );
}

function changed(slip: Slip, selections: readonly Selection[]): Slip {
  if (same(slip.selections, selections)) return slip;
  return { ...slip, selections, past: [...slip.past, slip.selections].slice(-UNDO_MAX) };
}

function same(a: readonly Selection[], b: readonly Selection[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (item, at) => item.bet === b[at]?.bet && item.stakeMinor === b[at]?.stakeMinor && item.unread === b[at]?.unread,
    )
  );
}

function undo(slip: Slip): Slip {
  const last = slip.past.at(-1);
  return last === undefined ? slip : { ...slip, selections: last, past: slip.past.slice(0, -1) };
}

export function totalOf(selections: readonly Selection[]): bigint {
  return selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
}
