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

/** The bets of a table. */
interface Offers {
  bets: readonly { bet: string }[];
}

function toStored(selections: readonly Selection[]): StoredSelection[] {
  return selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) }));
}

/** Reads stored bets. Leaves out what is damaged, what the table does not offer, and all but the first of a bet. */
function fromStored(stored: unknown, { bets }: Offers): Selection[] {
  const kept = new Map<string, bigint>();
  for (const one of Array.isArray(stored) ? stored : []) {
    const { bet, stakeMinor }: Partial<StoredSelection> = one ?? {};
    const offered = bets.find((offer) => offer.bet === bet)?.bet;
    if (offered === undefined || kept.has(offered)) continue;
    if (typeof stakeMinor === 'string' && /^\d{1,16}$/.test(stakeMinor)) kept.set(offered, BigInt(stakeMinor));
  }
  return [...kept].map(([bet, stakeMinor]) => ({ bet, stakeMinor }));
}

export function storedSlip(memberId: string, lotteryKey: string, table: Offers, chipMinor: bigint): Slip {
  const stored = readDraft<unknown>(memberId, `slip.${lotteryKey}`);
  return { ...emptySlip(chipMinor), selections: fromStored(stored, table) };
}

export function keepSlip(memberId: string, lotteryKey: string, slip: Slip): void {
  const stored = slip.selections.length === 0 ? null : toStored(slip.selections);
  writeDraft(memberId, `slip.${lotteryKey}`, stored);
}

export function lastBet(memberId: string, lotteryKey: string, table: Offers): Selection[] {
  return fromStored(readDraft<unknown>(memberId, `last.${lotteryKey}`, 'phone'), table);
}

export function keepLastBet(memberId: string, lotteryKey: string, selections: readonly Selection[]): void {
  writeDraft(memberId, `last.${lotteryKey}`, toStored(selections), 'phone');
}
