/** Compares seals with the lists of bets that the club hands out. */
import { isListOf, type SealEntry } from '@tercet/fair';
import type { Club } from '../check/club.ts';
import { CheckFailure } from '../check/failure.ts';
import { nativeHash } from '../check/read-book.ts';
import { readLists } from '../check/read-lists.ts';

export type PlacedSeal = SealEntry & { seq: number };

export interface ComparedSeals {
  checked: number;
  /** Seals over other bets than the list has. */
  wrong: PlacedSeal[];
  /** Seals whose list was not handed out. */
  unlisted: PlacedSeal[];
}

/** Requests without an answer before the step ends. A club that is down would cost a timeout for each seal. */
const FAILURES_MAX = 3;

/** Throws a `CheckFailure` where the club does not answer several times. */
export async function compareSeals(club: Club, seals: readonly PlacedSeal[]): Promise<ComparedSeals> {
  const compared: ComparedSeals = { checked: 0, wrong: [], unlisted: [] };
  let failures = 0;
  const packedSlips: Club['packedSlips'] = async (drawId, countMax) => {
    if (countMax === 1) return new Uint8Array(0);
    try {
      return await club.packedSlips(drawId, countMax);
    } catch (error) {
      failures += 1;
      if (!(error instanceof CheckFailure) || failures >= FAILURES_MAX) throw error;
      return null;
    }
  };
  await readLists({ packedSlips }, seals, (seal, packed) => {
    if (packed === null) compared.unlisted.push(seal);
    else if (!isListOf(seal, packed, nativeHash)) compared.wrong.push(seal);
    if (packed !== null) compared.checked += 1;
  });
  return compared;
}
