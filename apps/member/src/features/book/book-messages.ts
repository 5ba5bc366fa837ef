import type { Cosignature } from '@tercet/fair';
import type { PageMember } from '../../api/shared/page-member.ts';
import type { BalanceCheck } from './balance-check.ts';
import type { Following } from './follow-book.ts';
import type { HouseBook } from './house-book.ts';
import type { DrawsProgress, DrawsRead, DrawsWanted } from './read-draws.ts';

/** The state of following, and the witnesses of the checkpoint; null after a breach or without a key of the book. */
export interface BookNews {
  following: Following;
  witnesses: WitnessesSeen | null;
}

export interface WitnessesSeen {
  /** Verifier keys of the newest table's witnesses. */
  named: readonly string[];
  seen: readonly Cosignature[];
}

interface OwedAsk {
  named: HouseBook;
  member: PageMember;
  /** The book whose key the user confirmed, with its witnesses (verifier keys); null if none. */
  pinned: { origin: string; witnesses: readonly string[] } | null;
}

/** Requests to the book worker and its answers. */
export interface BookJobs {
  follow: { ask: { named: HouseBook }; progress: never; answer: BookNews };
  owed: { ask: OwedAsk; progress: never; answer: BalanceCheck | null };
  draws: { ask: { named: HouseBook; wanted: DrawsWanted }; progress: DrawsProgress; answer: DrawsRead };
}

export type BookJob = keyof BookJobs;

export type BookRequest =
  | { [J in BookJob]: { id: number; job: J; ask: BookJobs[J]['ask'] } }[BookJob]
  | { id: number; cancel: true };

export type BookReply =
  | { id: number; progress: unknown }
  | { id: number; answer: unknown }
  /** `code` is that of a `Problem`, or null for an internal error. */
  | { id: number; failure: string; code: string | null; status: number };
