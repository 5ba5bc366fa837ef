/** Finds where the first start begins to read. */
import { peaksFromTiles } from '@tercet/fair';
import { readable } from '../check/book-keys.ts';
import type { Club } from '../check/club.ts';
import { CheckFailure } from '../check/failure.ts';
import { provenStops, provenTables, startOf, tilesOf } from '../check/read-book.ts';
import type { Beginning } from './book-store.ts';
import { readShown } from './shown-book.ts';

/**
 * The first entry, or the place that `since` names with the tables and stops before it. Throws where the club does not
 * answer or does not prove them.
 */
export async function beginningOf(
  club: Club,
  since: string | null,
  { origin, logKey }: { origin: string; logKey: string },
): Promise<Beginning> {
  if (since === null) return { origin, logKey, from: 0, peaks: [], tables: [], stops: [] };
  const shown = await readShown(club, { origin, logKey, keys: [logKey] });
  if ('wrong' in shown) throw new CheckFailure(shown.wrong.text);
  const { checkpoint } = shown.now;
  const listed = readable('table', await club.entriesOf('table'));
  const from = await startOf(club, since, checkpoint, listed);
  const tables = await provenTables(listed, from, checkpoint, tilesOf(club));
  if (tables === null) throw new CheckFailure('The club lists a table that is not in its book.');
  const stops = await provenStops(readable('stop', await club.entriesOf('stop')), from, checkpoint, tilesOf(club));
  if (stops === null) throw new CheckFailure('The club lists a stop of betting that is not in its book.');
  return { origin, logKey, from, peaks: await peaksFromTiles(from, tilesOf(club)), tables, stops };
}
