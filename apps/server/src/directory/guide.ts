import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { Readers } from './cities.ts';
import { hasSexualWords } from './sexual-words.ts';

/** What hosts offer, what is free in the same city, where the club serves, how booking works, how to report. */
export interface GuideSections {
  offers: string;
  sameCity: string;
  served: string;
  booking: string;
  reporting: string;
}

/** The newest, in the reader's language; version 0 before anything was written. */
export async function readGuide(
  q: Db | Tx['q'],
  { languages, house }: Readers,
): Promise<{ version: number; sections: GuideSections | null }> {
  const { rows } = await sql<{ version: number; texts: Record<string, GuideSections> }>`
    select version, texts from directory.guide order by version desc limit 1`.execute(q);
  if (!rows[0]) return { version: 0, sections: null };
  return { version: rows[0].version, sections: bestWords(rows[0].texts, languages, house) };
}

/** Writes another version; those before are kept. Throws `words-sexual`. */
export async function setGuide(
  tx: Tx,
  texts: Readonly<Record<string, GuideSections>>,
  staffId: string | null,
): Promise<number> {
  if (Object.values(texts).flatMap(Object.values).some(hasSexualWords)) {
    throw new Refusal('words-sexual', {}, { texts: 'words-sexual' });
  }
  const { rows } = await sql<{ version: number }>`
    insert into directory.guide (version, texts, set_by, at)
    select coalesce(max(version), 0) + 1, ${JSON.stringify(texts)}::jsonb, ${staffId}::uuid, ${await clockNow(tx.q)}
    from directory.guide returning version`.execute(tx.q);
  return rows[0]?.version ?? 0;
}
