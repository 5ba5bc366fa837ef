import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { bestWords } from '../languages.ts';
import { Refusal } from '../refusal.ts';
import type { Readers } from './cities.ts';
import { anyHasSexualWords } from './sexual-words.ts';

/** Sections of the guide: services, free services in the same city, served cities, booking, reporting. */
export interface GuideSections {
  offers: string;
  sameCity: string;
  served: string;
  booking: string;
  reporting: string;
}

/** The newest guide in the reader's language; version 0 before the first. */
export async function readGuide(
  q: Db | Tx['q'],
  { languages, house }: Readers,
): Promise<{ version: number; sections: GuideSections | null }> {
  const { rows } = await sql<{ version: number; texts: Record<string, GuideSections> }>`
    select version, texts from directory.guide order by version desc limit 1`.execute(q);
  if (!rows[0]) return { version: 0, sections: null };
  return { version: rows[0].version, sections: bestWords(rows[0].texts, languages, house) };
}

export interface GuideVersion {
  version: number;
  texts: Readonly<Record<string, GuideSections>>;
  setBy: string | null;
  atMs: number;
}

/** A version of the guide, by default the newest; null if there is none. */
export async function readGuideVersion(q: Db | Tx['q'], version?: number): Promise<GuideVersion | null> {
  const { rows } = await sql<{ version: number; texts: GuideVersion['texts']; set_by: string | null; at: Date }>`
    select version, texts, set_by, at from directory.guide
    where ${version === undefined ? sql`true` : sql`version = ${version}`} order by version desc limit 1`.execute(q);
  const [row] = rows;
  return row ? { version: row.version, texts: row.texts, setBy: row.set_by, atMs: row.at.getTime() } : null;
}

/**
 * Writes the version after `after`, the one that the author had read; earlier versions are kept. Throws
 * `words-sexual`, and `too-late` if a newer version exists.
 */
export async function setGuide(
  tx: Tx,
  texts: GuideVersion['texts'],
  { after, staffId }: { after: number; staffId: string | null },
): Promise<number> {
  if (await anyHasSexualWords(Object.values(texts).flatMap((sections) => Object.values(sections)))) {
    throw new Refusal('words-sexual', {}, { texts: 'words-sexual' });
  }
  const newest = (await readGuideVersion(tx.q))?.version ?? 0;
  if (newest !== after) throw new Refusal('too-late');
  const { rows } = await sql<{ version: number }>`
    insert into directory.guide (version, texts, set_by, at)
    values (${after + 1}, ${JSON.stringify(texts)}::jsonb, ${staffId}::uuid, ${await clockNow(tx.q)})
    on conflict do nothing returning version`.execute(tx.q);
  if (!rows[0]) throw new Refusal('too-late');
  return rows[0].version;
}
