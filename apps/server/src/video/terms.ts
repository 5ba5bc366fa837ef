import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { HouseTerms } from './access.ts';

/** The house's terms for titles without their own. */
export interface VideoTerms extends HouseTerms {
  /** Default start position of a full film, in milliseconds. */
  startMs: number;
}

export interface SetVideoTerms extends VideoTerms {
  version: number;
  atMs: number;
}

/** Terms of a new house: free, starting at 27 seconds. */
const FIRST: VideoTerms = { access: 'free', balance: null, startMs: 27_000 };

export async function readVideoTerms(q: Db | Tx['q']): Promise<SetVideoTerms> {
  const row = await rows(q).limit(1).executeTakeFirst();
  return row ? termsOf(row) : { ...FIRST, version: 0, atMs: 0 };
}

const LISTED_MAX = 50;

/** All versions of the terms, newest first. */
export async function listVideoTerms(q: Db | Tx['q']): Promise<SetVideoTerms[]> {
  return (await rows(q).limit(LISTED_MAX).execute()).map(termsOf);
}

/**
 * Sets new terms from now on; earlier versions are kept. Returns the terms before and after. Throws `busy` if a
 * concurrent call sets them.
 */
export async function setVideoTerms(
  tx: Tx,
  { access, balance, startMs }: VideoTerms,
  staffId: string,
): Promise<{ before: SetVideoTerms; after: SetVideoTerms }> {
  const before = await readVideoTerms(tx.q);
  const row = await tx.q
    .insertInto('video.terms')
    .values({ version: before.version + 1, access, balance, start_ms: startMs, set_by: staffId })
    .onConflict((on) => on.doNothing())
    .returning(['version', 'at'])
    .executeTakeFirst();
  if (!row) throw new Refusal('busy');
  return { before, after: { access, balance, startMs, version: row.version, atMs: row.at.getTime() } };
}

function rows(q: Db | Tx['q']) {
  return q
    .selectFrom('video.terms')
    .select(['version', 'access', 'balance', 'start_ms', 'at'])
    .orderBy('version', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function termsOf({ start_ms: startMs, at, access, ...same }: Row): SetVideoTerms {
  return { ...same, access: access as VideoTerms['access'], startMs, atMs: at.getTime() };
}
