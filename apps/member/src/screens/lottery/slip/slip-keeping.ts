import { readDraft, writeDraft } from '../../../features/session/drafts.ts';
import { emptySlip, type Selection, type Slip } from './slip-reducer.ts';

/**
 * Storage of the slip and the last accepted bet, which survive a reload or signing in. The slip lives as long as the
 * tab. Signing out deletes both.
 */

interface StoredSelection {
  bet: string;
  stakeMinor: string;
}

function toStored(selections: readonly Selection[]): StoredSelection[] {
  return selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) }));
}

function fromStored(stored: StoredSelection[] | null): Selection[] {
  return (Array.isArray(stored) ? stored : [])
    .filter(({ bet, stakeMinor }) => typeof bet === 'string' && /^\d{1,16}$/.test(stakeMinor))
    .map(({ bet, stakeMinor }) => ({ bet, stakeMinor: BigInt(stakeMinor) }));
}

export function storedSlip(memberId: string, lotteryKey: string, chipMinor: bigint): Slip {
  const stored = readDraft<StoredSelection[]>(memberId, `slip.${lotteryKey}`);
  return { ...emptySlip(chipMinor), selections: fromStored(stored) };
}

export function keepSlip(memberId: string, lotteryKey: string, slip: Slip): void {
  const stored = slip.selections.length === 0 ? null : toStored(slip.selections);
  writeDraft(memberId, `slip.${lotteryKey}`, stored);
}

export function lastBet(memberId: string, lotteryKey: string): Selection[] {
  return fromStored(readDraft<StoredSelection[]>(memberId, `last.${lotteryKey}`, 'phone'));
}

export function keepLastBet(memberId: string, lotteryKey: string, selections: readonly Selection[]): void {
  writeDraft(memberId, `last.${lotteryKey}`, toStored(selections), 'phone');
}
