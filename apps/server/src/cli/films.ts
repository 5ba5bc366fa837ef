import { open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { openFilmStore } from '../app/films.ts';
import { record } from '../audit/audit.ts';
import { ownerUrlOf, readConfig } from '../config/config.ts';
import { newId } from '../db/ids.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { readHouse } from '../house/house.ts';
import { Refusal } from '../refusal.ts';
import type { FilmStore } from '../video/film-store.ts';
import { FILM_STATES } from '../video/films.ts';
import { fileNameOf, PART_BYTES, startUpload, takePart } from '../video/uploads.ts';

// node apps/server/src/cli/films.ts import FOLDER [CLASS] | list: imports a folder's films into the library, with the
// server's environment. The running club encodes them. Each is a draft until staff publish it.

const USAGE = 'Usage: npm run films -- import FOLDER [CLASS] | list';
/** Accepted file extensions. The encoder detects the actual format. */
const FILM_NAMES = new Set(['.mp4', '.m4v', '.mov', '.mkv', '.webm', '.avi']);
const FIRST_CLASS = { slug: 'imported', name: 'Imported' };

/** Returns the lines to print; throws an `Error` of one line. */
export async function runFilmsCommand(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<string[]> {
  const [command, folder, slug, ...more] = args;
  const isImport = command === 'import' && folder !== undefined && more.length === 0;
  const isList = command === 'list' && folder === undefined;
  if (!isImport && !isList) throw new Error(USAGE);
  const config = readConfig(environment);
  const db = openDb(openPool({ url: ownerUrlOf(config), connectionsMax: 2, applicationName: 'tercet films' }));
  try {
    if (!isImport) return await list(db);
    return await importFolder(db, openFilmStore(config), folder, slug);
  } catch (error) {
    throw error instanceof Refusal ? new Error(messageOf(error)) : error;
  } finally {
    await db.destroy();
  }
}

async function list(db: Db): Promise<string[]> {
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
  const numbers = FILM_STATES.map((state) => `${state} ${counted.find((one) => one.state === state)?.n ?? 0}`);
  return [numbers.join(', '), ...failed.map((one) => `failed   ${one.file_name}: ${one.fault}`)];
}

/** Imports each file once. A repeated run finishes interrupted imports and skips existing films. */
async function importFolder(db: Db, store: FilmStore, folder: string, slug?: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true });
  // Regular files only. Links may lead outside the folder.
  const names = found
    .filter((one) => one.isFile() && isFilmName(one.name))
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new Error(`there are no films in ${folder}`);
  const house = await readHouse(db);
  if (house === null) throw new Error('this database has no house yet');
  const classId = await classOf(db, slug, house.locale);
  const lines: string[] = [];
  for (const name of names) {
    const file = { path: join(folder, name), name, classId, locale: house.locale };
    // An unreadable file must not stop the others.
    lines.push(await importFile(db, store, file).catch((error) => `failed   ${name}: ${messageOf(error)}`));
  }
  return [...lines, 'The club encodes them while it runs: npm run films -- list'];
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
  if (slug !== undefined) throw new Error(`there is no class ${slug}`);
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
      if (bytesRead === 0) throw new Error(`${name} became shorter while it was read`);
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

if (import.meta.main) {
  try {
    for (const line of await runFilmsCommand(process.argv.slice(2))) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
