import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type FilmStore, folderOfFilm, keepFile, pathOfPart } from '../film-store.ts';
import type { Film, MadeFilm } from '../films.ts';
import { offsetsOf } from '../uploads.ts';
import { type Encoded, encodeFilm, SPRITE_NAME } from './encode.ts';
import { FilmFault } from './ffmpeg.ts';
import { readMediaList } from './playlist.ts';
import { previewCount, previewPlaylist } from './preview.ts';
import { type FilmFacts, probeFilm } from './probe.ts';
import { thumbnailTrack } from './thumbnails.ts';

export interface MakeFilm {
  ffmpeg: string;
  store: FilmStore;
  /** Folder in which the temporary folder is created. */
  workDir: string;
  film: Pick<Film, 'id' | 'bytes' | 'received'>;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

export interface Made {
  durationMs: number;
  previewMs: number;
  made: MadeFilm;
}

const SOURCE = 'source';
/** Minimum share of the film that the encoder must have written. */
const SHARE_MIN = 0.9;
const KEPT_AT_ONCE = 4;
/** Prefix of temporary folders, including those that a killed process left behind. */
export const WORK_FOLDER = 'tercet-film-';

/**
 * Makes a film from its upload: joins the parts, probes and encodes the file, and stores the output. Works in a
 * temporary folder that is always removed. Throws a `FilmFault` with the cause.
 */
export async function makeFilm({ ffmpeg, store, workDir, film, onProgress, signal }: MakeFilm): Promise<Made> {
  const work = await mkdtemp(join(workDir, WORK_FOLDER));
  try {
    await putTogether(store, film, join(work, SOURCE));
    const facts = await probeFilm(ffmpeg, work, SOURCE);
    const folder = join(work, 'film');
    const full = join(folder, 'full');
    await mkdir(full, { recursive: true });
    const file = join('..', '..', SOURCE);
    const encoded = await encodeFilm({
      ...{ ffmpeg, file, folder: full, facts },
      ...(onProgress ? { onProgress } : {}),
      ...(signal ? { signal } : {}),
    });
    return await keep(store, film.id, folder, { facts, encoded, previewMs: await addPreview(folder, encoded, facts) });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Joins the parts of an upload. Throws a `FilmFault` with `lost` if a part is missing. */
async function putTogether(store: FilmStore, film: MakeFilm['film'], path: string): Promise<void> {
  let bytes = 0;
  for (const offset of offsetsOf(film)) {
    const part = await store.get(pathOfPart(film.id, offset));
    if (part === null) throw new FilmFault('lost');
    await appendFile(path, part, { mode: 0o600 });
    bytes += part.length;
  }
  if (bytes !== film.bytes) throw new FilmFault('lost');
}

/**
 * Adds the public preview in its own files, since a grant for it must not open the whole film. Returns its length in
 * milliseconds.
 */
async function addPreview(folder: string, { renditions }: Encoded, facts: FilmFacts): Promise<number> {
  const [full, preview] = [join(folder, 'full'), join(folder, 'preview')];
  const lists = await Promise.all(renditions.map((_, n) => readFile(join(full, `v${n}`, 'list.m3u8'), 'utf8')));
  const first = readMediaList(lists[0] ?? '');
  if (first.durationMs < facts.durationMs * SHARE_MIN) throw new FilmFault('broken');
  const count = previewCount(first);
  for (const [n, text] of lists.entries()) {
    const { init, segments } = readMediaList(text);
    const size = join(preview, `v${n}`);
    await mkdir(size, { recursive: true });
    await writeFile(join(size, 'list.m3u8'), previewPlaylist(text, count));
    for (const name of [init, ...segments.slice(0, count).map((segment) => segment.name)]) {
      await writeFile(join(size, name), await readFile(join(full, `v${n}`, name)));
    }
  }
  await writeFile(join(preview, 'main.m3u8'), await readFile(join(full, 'main.m3u8')));
  return first.segments.slice(0, count).reduce((sum, { ms }) => sum + ms, 0);
}

interface Parts {
  facts: FilmFacts;
  encoded: Encoded;
  previewMs: number;
}

async function keep(store: FilmStore, filmId: string, folder: string, parts: Parts): Promise<Made> {
  const { facts, previewMs, encoded } = parts;
  const { renditions, thumbnails } = encoded;
  const { durationMs } = readMediaList(await readFile(join(folder, 'full', 'v0', 'list.m3u8'), 'utf8'));
  if (thumbnails) {
    await writeFile(join(folder, 'full', 'thumbnails.vtt'), thumbnailTrack(thumbnails, SPRITE_NAME, durationMs));
  }
  const files = await filesIn(folder);
  const left = [...files];
  const work = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      await keepFile(store, `${folderOfFilm(filmId)}/${file}`, await readFile(join(folder, file)));
    }
  };
  await Promise.all(Array.from({ length: KEPT_AT_ONCE }, work));
  const sizes = renditions.map(({ width, height }) => `${width}x${height}`);
  const made = { width: facts.width, height: facts.height, sizes, hasThumbnails: thumbnails !== null, files };
  return { durationMs, previewMs, made };
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)));
}
