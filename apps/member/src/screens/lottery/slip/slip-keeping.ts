import { emptySlip, type Selection, type Slip } from './slip-reducer.ts';

/**
 * What must outlive a reload or a detour through sign-in: the slip as chosen and the last accepted bet. Drafts live as
 * long as the tab; nothing of it outlives signing out.
 */

const PREFIX = 'tercet.slip';

interface StoredSelection {
  bet: string;
  stakeMinor: string;
}

function read<T>(storage: Storage, name: string): T | null {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function write(storage: Storage, name: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // Full or closed storage: the slip then lives in memory only.
  }
}

function toStored(selections: readonly Selection[]): StoredSelection[] {
  return selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) }));
}

function fromStored(stored: StoredSelection[] | null): Selection[] {
  return (Array.isArray(stored) ? stored : [])
    .filter(({ bet, stakeMinor }) => typeof bet === 'string' && /^\d{1,16}$/.test(stakeMinor))
    .map(({ bet, stakeMinor }) => ({ bet, stakeMinor: BigInt(stakeMinor) }));
}

export function keptSlip(lotteryKey: string, chipMinor: bigint): Slip {
  const kept = read<StoredSelection[]>(sessionStorage, `${PREFIX}.draft.${lotteryKey}`);
  return { ...emptySlip(chipMinor), selections: fromStored(kept) };
}

export function keepSlip(lotteryKey: string, slip: Slip): void {
  const stored = slip.selections.length === 0 ? null : toStored(slip.selections);
  write(sessionStorage, `${PREFIX}.draft.${lotteryKey}`, stored);
}

export function lastBet(lotteryKey: string): Selection[] {
  return fromStored(read<StoredSelection[]>(localStorage, `${PREFIX}.last.${lotteryKey}`));
}

export function keepLastBet(lotteryKey: string, selections: readonly Selection[]): void {
  write(localStorage, `${PREFIX}.last.${lotteryKey}`, toStored(selections));
}
