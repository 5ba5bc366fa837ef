import { basename, join } from 'node:path';
import { openCheckpoint } from '@tercet/fair';
import { outsideOf } from '../app/book.ts';
import { refuseBehind } from '../book/guard.ts';
import { readLogKeys } from '../book/log-key.ts';
import { newestCheckpoint } from '../book/read-log.ts';
import { rotateKey } from '../book/rotate.ts';
import { type Config, ownerUrlOf, readConfig } from '../config/config.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { type Pinned, pinReceiptKey, pinWitnesses } from '../draw/pin-tables.ts';
import { readHouse } from '../house/house.ts';
import { readReceiptKey } from '../lottery/receipt-key.ts';
import { RECOVER_MS_MAX, recover, wordsOf } from '../recovery/recover.ts';

// node apps/server/src/cli/book.ts show | rotate-key | receipt-key FILE | witnesses [KEY …] |
// recover [FOLDER or URL …]: operates the book, with the server's environment.

export interface BookCommandPlace {
  databaseUrl: string;
  keysDir: string;
  /** Where the book was published. Used by `recover`. */
  bookStore?: Config['bookStore'];
  witnesses?: Config['witnesses'];
}

const USAGE =
  'Usage: npm run book -- show | rotate-key | receipt-key FILE | witnesses [KEY …] | recover [FOLDER or URL …]';
const COMMANDS = ['show', 'rotate-key', 'receipt-key', 'witnesses', 'recover'];
const TAKE_MORE = ['receipt-key', 'witnesses', 'recover'];

/** Runs a command on the book. Returns the lines to print; throws an `Error` of one line. */
export async function runBookCommand(args: readonly string[], place: BookCommandPlace): Promise<string[]> {
  const [command, ...more] = args;
  if (command === undefined || !COMMANDS.includes(command)) throw new Error(USAGE);
  if (more.length > 0 && !TAKE_MORE.includes(command)) throw new Error(USAGE);
  if (command === 'receipt-key' && more.length !== 1) throw new Error(USAGE);
  const db = openDb(
    openPool({
      url: place.databaseUrl,
      connectionsMax: 3,
      applicationName: 'tercet book',
      longestStatementMs: RECOVER_MS_MAX,
    }),
  );
  try {
    const house = await readHouse(db);
    if (!house) throw new Error('this database has no house yet');
    const { origin } = house;
    const { keysDir, bookStore = null, witnesses = [] } = place;
    if (command === 'recover') {
      const outside = outsideOf({ bookStore, witnesses }, more);
      return wordsOf(await recover({ db, keysDir, origin, outside }));
    }
    if (command !== 'show') await refuseBehind(db, { keysDir, origin });
    if (command === 'witnesses') {
      return linesOf(await pinWitnesses(db, more), `${more.length} witnesses`);
    }
    if (command === 'receipt-key') {
      const { publicKey } = await readReceiptKey(join(keysDir, basename(more[0] ?? '')));
      return linesOf(await pinReceiptKey(db, publicKey), `receipts signed by ${publicKey}`);
    }
    return command === 'show' ? await show(db, house.origin) : await rotate(db, house.origin, place.keysDir);
  } finally {
    await db.destroy();
  }
}

async function show(db: Db, origin: string): Promise<string[]> {
  const head = await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow();
  const keys = await readLogKeys(db);
  const newest = await newestCheckpoint(db);
  const signed =
    newest === null
      ? null
      : openCheckpoint(
          newest.note,
          keys.map((key) => key.vkey),
        );
  return [
    `book     ${origin}`,
    `entries  ${head.size}`,
    ...(signed ? [`signed   ${signed.size} entries with root ${signed.root}`] : ['signed   nothing yet']),
    ...keys.map(
      ({ vkey, fromSeconds }) => `key      ${vkey}${fromSeconds === 0 ? '' : `  from ${timeOf(fromSeconds)}`}`,
    ),
  ];
}

async function rotate(db: Db, origin: string, keysDir: string): Promise<string[]> {
  const { oldKey, newKey, fromSeconds } = await rotateKey({ db, origin, keysDir });
  return [
    `The change is announced in the book, signed with ${oldKey}`,
    `From ${timeOf(fromSeconds)} on the book is also signed with ${newKey}`,
    'Copy the new file of the keys folder to every machine that signs. Remove the old one once no reader needs it.',
  ];
}

/** Lines about each lottery's new table and its first period. Throws if one was refused. */
function linesOf(tables: readonly Pinned[], what: string): string[] {
  const lines = tables.map(({ key, firstPeriod, refused }) => {
    if (refused !== null) return `${key}  refused: ${refused}`;
    return `${key}  ${what}${firstPeriod === null ? ', as before' : ` from ${key}/${firstPeriod} on`}`;
  });
  if (tables.every(({ refused }) => refused === null)) return lines;
  throw new Error([...lines, 'Say it again for those that were refused.'].join('\n'));
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

if (import.meta.main) {
  try {
    const args = process.argv.slice(2);
    const config = readConfig();
    const lines = await runBookCommand(args, { ...config, databaseUrl: ownerUrlOf(config) });
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
