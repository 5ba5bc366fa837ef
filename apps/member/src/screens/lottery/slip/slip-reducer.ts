/** The slip that a member is putting together. Pure: the screen keeps it, the server decides about it. */

export interface Selection {
  bet: string;
  stakeMinor: bigint;
}

export interface Slip {
  /** In the order in which they were chosen. */
  selections: readonly Selection[];
  /** What a tap on a bet adds to its stake. */
  chipMinor: bigint;
  /** Earlier selections, the latest last. */
  past: readonly (readonly Selection[])[];
}

export type SlipAction =
  | { type: 'tap'; bet: string }
  | { type: 'stake'; bet: string; stakeMinor: bigint }
  | { type: 'step'; bet: string; by: 1 | -1 }
  /** The stake of a bet that may not be on the slip yet; 0 takes it off. */
  | { type: 'amount'; bet: string; stakeMinor: bigint }
  | { type: 'remove'; bet: string }
  | { type: 'clear' }
  | { type: 'double' }
  | { type: 'repeat'; selections: readonly Selection[] }
  | { type: 'undo' }
  | { type: 'chip'; chipMinor: bigint }
  | { type: 'placed' };

const UNDO_MAX = 50;
/** No amount grows past what the wire form of a slip can hold. */
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
      return withStake(selections, action.bet, () => action.stakeMinor);
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

function withAmount(selections: readonly Selection[], bet: string, stakeMinor: bigint): readonly Selection[] {
  if (stakeMinor <= 0n) return without(selections, bet);
  if (has(selections, bet)) return withStake(selections, bet, () => stakeMinor);
  return [...selections, { bet, stakeMinor: capped(stakeMinor) }];
}

/** Up or down to the next multiple of the chip, so that 7 and a chip of 5 give 10 and 5. */
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
    a.length === b.length && a.every((item, at) => item.bet === b[at]?.bet && item.stakeMinor === b[at]?.stakeMinor)
  );
}

function undo(slip: Slip): Slip {
  const last = slip.past.at(-1);
  return last === undefined ? slip : { ...slip, selections: last, past: slip.past.slice(0, -1) };
}

export function totalOf(selections: readonly Selection[]): bigint {
  return selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n);
}
