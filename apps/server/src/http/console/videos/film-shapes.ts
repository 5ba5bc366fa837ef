import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { captionsOfFilms } from '../../../video/film-captions.ts';
import { FILM_FAULTS, FILM_STATES, type Film } from '../../../video/films.ts';
import { PART_BYTES } from '../../../video/uploads.ts';

const Millis = z.number().int();
const Bytes = z.number().int();

export const FilmAnswer = z.object({
  id: z.uuid(),
  titleId: z.uuid(),
  state: z.enum(FILM_STATES),
  fileName: z.string(),
  bytes: Bytes,
  receivedBytes: Bytes,
  partBytes: Bytes.describe('Size in bytes of every part except the last'),
  fault: z.enum(FILM_FAULTS).nullable(),
  percent: z.number().int().describe('Progress of the encoding, 0 to 100'),
  durationMs: Millis.nullable(),
  previewMs: Millis.nullable(),
  sizes: z.array(z.string()).describe('Available qualities, largest first; empty until ready'),
  createdAtMs: Millis,
  by: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .describe('Staff account that uploads it; null for a film imported by an operator command'),
  captions: z.array(z.object({ locale: z.string(), version: z.string() })),
});
z.globalRegistry.add(FilmAnswer, { id: 'ConsoleFilm' });

/** Films with their uploaders and captions. */
export async function answerFilms(tx: Tx, films: readonly Film[]): Promise<z.infer<typeof FilmAnswer>[]> {
  const ids = films.map(({ id }) => id);
  const captions = await captionsOfFilms(tx.q, ids);
  const senders = await sendersOf(tx.q, ids);
  const names = await namesOfStaff(tx.q, [...new Set(senders.values())]);
  return films.map(({ received, made, attempts: _, ...same }) => {
    const by = senders.get(same.id);
    return {
      ...same,
      receivedBytes: received,
      partBytes: PART_BYTES,
      fault: FILM_FAULTS.find((code) => code === same.fault) ?? null,
      sizes: made?.sizes ?? [],
      by: by === undefined ? null : { id: by, name: names.get(by) ?? '' },
      captions: captions.filter(({ filmId }) => filmId === same.id).map(({ locale, version }) => ({ locale, version })),
    };
  });
}

export async function answerFilm(tx: Tx, film: Film): Promise<z.infer<typeof FilmAnswer>> {
  const [answer] = await answerFilms(tx, [film]);
  if (!answer) throw new Error('the stored film cannot be read back');
  return answer;
}

/** The staff person who uploaded each film. Films imported by other means are absent. */
async function sendersOf(q: Db | Tx['q'], filmIds: readonly string[]): Promise<Map<string, string>> {
  if (filmIds.length === 0) return new Map();
  const rows = await q.selectFrom('video.film').select(['id', 'uploaded_by']).where('id', 'in', filmIds).execute();
  return new Map(rows.flatMap(({ id, uploaded_by }) => (uploaded_by === null ? [] : [[id, uploaded_by]])));
}

/** The staff person who uploads a film; null for an import by other means, undefined for an unknown film. */
export async function readUploader(q: Db | Tx['q'], filmId: string): Promise<string | null | undefined> {
  const row = await q.selectFrom('video.film').select('uploaded_by').where('id', '=', filmId).executeTakeFirst();
  return row?.uploaded_by;
}
