import { type FilmStore, folderOfFilm } from './film-store.ts';
import { readMediaList } from './ingest/playlist.ts';

/**
 * The beginning of a film that each member may watch, as one MP4 file in the smallest size: at most half a minute. Its
 * segments are fragments of MP4, so they make a file one after the other. Null without files.
 */
export async function readBeginning(store: Pick<FilmStore, 'get'>, filmId: string): Promise<Buffer | null> {
  const folder = `${folderOfFilm(filmId)}/preview`;
  const main = await store.get(`${folder}/main.m3u8`);
  // The main playlist has the largest size first.
  const list =
    main === null
      ? undefined
      : textOf(main)
          .match(/^v\d\/list\.m3u8$/gm)
          ?.at(-1);
  const text = list === undefined ? null : await store.get(`${folder}/${list}`);
  if (list === undefined || text === null) return null;
  const { init, segments } = readMediaList(textOf(text));
  const size = list.slice(0, list.indexOf('/'));
  const parts = await Promise.all(
    [init, ...segments.map(({ name }) => name)].map((name) => store.get(`${folder}/${size}/${name}`)),
  );
  return parts.every((part) => part !== null) ? Buffer.concat(parts) : null;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** First and last byte of a request for a part of a file, both inclusive; null for the whole file. */
export function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | null {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return null;
  const [from, to] = [Number(first), last ? Math.min(Number(last), bytes - 1) : bytes - 1];
  return from <= to ? { from, to } : null;
}
