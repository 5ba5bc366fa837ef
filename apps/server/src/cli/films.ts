import { open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { openFilmStore } from '../app/films.ts';
import { record } from '../audit/audit.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { readHouse } from '../house/house.ts';
import { Refusal } from '../refusal.ts';
import type { FilmStore } from '../video/film-store.ts';
import { FILM_STATES } from '../video/films.ts';
import { fileNameOf, PART_BYTES, startUpload, takePart } from '../video/uploads.ts';
import type { Area, Call, Outcome } from './program/act.ts';
import { withDb } from './program/with-db.ts';

export const FILMS: Area = {
  name: 'films',
  about: 'imports films into the library',
  acts: [
    {
      name: 'import',
      about: 'imports the films of a folder as drafts; the running club encodes them',
      args: [
        { name: 'FOLDER', about: 'folder with film files' },
        { name: 'CLASS', about: 'class of the new titles; without it a hidden one', isOptional: true },
      ],
      scope: 'database',
      run: (call) => withDb(call, {}, (db, config) => importFolder(db, openFilmStore(config), call)),
    },
    {
      name: 'list',
      about: 'counts films by state, and lists those that failed',
      scope: 'database',
      hasJson: true,
      run: (call) => withDb(call, {}, list),
    },
  ],
};

/** Accepted file extensions. The encoder detects the actual format. */
const FILM_NAMES = new Set(['.mp4', '.m4v', '.mov', '.mkv', '.webm', '.avi']);
const FIRST_CLASS = { slug: 'imported', name: 'Imported' };

async function list(db: Db): Promise<Outcome> {
  const counted = await db
    .selectFrom('video.film')
    .select(['state', (eb) => eb.fn.countAll<bigint>().as('n')])
    .groupBy('state')
    .execute();
  const failed = await db
    .selectFrom('video.film')
    .select(['file_name', 'fault'])
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  const counts = FILM_STATES.map((state) => [state, counted.find((one) => one.state === state)?.n ?? 0n] as const);
  const lines = [
    counts.map(([state, n]) => `${state} ${n}`).join(', '),
    ...failed.map((one) => `failed   ${one.file_name}: ${one.fault}`),
  ];
  const faults = failed.map(({ file_name, fault }) => ({ file: file_name, fault }));
  return { lines, data: { films: Object.fromEntries(counts), failed: faults } };
}

/** Imports each file once. A repeated run finishes interrupted imports and skips existing films. */
async function importFolder(db: Db, store: FilmStore, { args, progress }: Call): Promise<string[]> {
  const [folder = '', slug] = args;
  const found = await readdir(folder, { withFileTypes: true });
  // Regular files only. Links may lead outside the folder.
  const names = found
    .filter((one) => one.isFile() && isFilmName(one.name))
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new Error(`no films in ${folder}`);
  const house = await readHouse(db);
  if (house === null) throw new Error('this database has no house yet');
  const classId = await classOf(db, slug, house.locale);
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    progress.show('films', index, names.length);
    const file = { path: join(folder, name), name, classId, locale: house.locale };
    // An unreadable file must not stop the others.
    lines.push(await importFile(db, store, file).catch((error) => `failed   ${name}: ${messageOf(error)}`));
  }
  return [...lines, 'The club encodes them while it runs: club films list'];
}

function isFilmName(name: string): boolean {
  return FILM_NAMES.has(extname(name).toLowerCase());
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `refused: ${error.code}`;
  return error instanceof Error ? error.message : String(error);
}

async function classOf(db: Db, slug: string | undefined, locale: string): Promise<string> {
  const wanted = slug ?? FIRST_CLASS.slug;
  const found = await db.selectFrom('video.class').select('id').where('slug', '=', wanted).executeTakeFirst();
  if (found) return found.id;
  if (slug !== undefined) throw new Error(`unknown class ${slug}`);
  const id = newId();
  const texts = JSON.stringify({ [locale]: { name: FIRST_CLASS.name } });
  // Hidden, because staff have not chosen its name.
  const values = { id, slug: wanted, position: 999, texts, hidden_at: new Date(0) };
  await db.insertInto('video.class').values(values).execute();
  return id;
}

interface ImportFile {
  path: string;
  name: string;
  classId: string;
  locale: string;
}

async function importFile(db: Db, store: FilmStore, file: ImportFile): Promise<string> {
  const { path, name } = file;
  const { size } = await stat(path);
  if (size === 0) return `empty    ${name}`;
  const before = await db
    .selectFrom('video.film')
    .select(['id', 'received', 'state'])
    .where('file_name', '=', fileNameOf(name))
    .where('bytes', '=', BigInt(size))
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  if (before && before.state !== 'uploading') return `there    ${name}: ${before.state}`;
  const filmId = before?.id ?? (await begin(db, file, size));
  const source = await open(path);
  try {
    const part = Buffer.alloc(PART_BYTES);
    for (let offset = Number(before?.received ?? 0); offset < size; ) {
      const { bytesRead } = await source.read(part, 0, PART_BYTES, offset);
      if (bytesRead === 0) throw new Error(`${name} was truncated during the import`);
      offset = await takePart(db, store, { filmId, offset, bytes: part.subarray(0, bytesRead) });
    }
  } finally {
    await source.close();
  }
  return `imported ${name}`;
}

/** Creates a draft title named after the file, and the entry of its film. Returns the film's id. */
async function begin(db: Db, { name: typed, classId, locale }: ImportFile, size: number): Promise<string> {
  const name = fileNameOf(typed);
  return transaction(db, async (tx) => {
    const titleId = newId();
    const title = basename(name, extname(name)).replace(/[-_]+/g, ' ').trim() || name;
    const texts = JSON.stringify({ [locale]: { name: title, description: '' } });
    await tx.q.insertInto('video.title').values({ id: titleId, class_id: classId, texts, age: 0 }).execute();
    const filmId = await startUpload(tx, { titleId, fileName: name, bytes: size, staffId: null });
    const act = { act: 'video-imported', subject: `video/${titleId}`, after: { filmId, fileName: name, bytes: size } };
    await record(tx, { staff: null, why: null, ...act, address: 'terminal' });
    return filmId;
  });
}
