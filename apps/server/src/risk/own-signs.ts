import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { INDICATOR_KINDS, type Indicator } from './indicators.ts';

/** A member's signs of harm as of the last assessment. */
export interface OwnSigns {
  /** Null before the first assessment. */
  assessedAt: Date | null;
  timeZone: string;
  /** In the order of `INDICATOR_KINDS`. */
  signs: (Indicator & { since: Date })[];
}

export async function readSigns(q: Db | Tx['q'], account: Account): Promise<OwnSigns> {
  const assessment = await q
    .selectFrom('risk.assessment')
    .select(['at', 'time_zone as timeZone'])
    .where(ofMember(account))
    .executeTakeFirst();
  const { rows } = await sql<Indicator & { since: Date }>`
    select i.kind, i.level, i.figure, i.usual, i.since from risk.indicator i where ${ofMember(account, 'i')}`.execute(
    q,
  );
  const place = (kind: Indicator['kind']) => INDICATOR_KINDS.indexOf(kind);
  return {
    assessedAt: assessment?.at ?? null,
    timeZone: assessment?.timeZone ?? 'UTC',
    signs: rows.toSorted((a, b) => place(a.kind) - place(b.kind)),
  };
}
