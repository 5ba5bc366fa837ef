import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWalletKeys } from '../app/wallet.ts';
import { loadLogKeys } from '../book/log-key.ts';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import { loadPepper } from '../members/sessions/pepper.ts';
import { loadFilmKey } from '../video/keys.ts';

// node apps/server/src/cli/keys.ts make FOLDER | show FOLDER: creates the keys of a club on several machines, and
// compares them. A server creates missing keys, so two machines would otherwise have different ones.

const USAGE = 'Usage: npm run keys -- make FOLDER | show FOLDER';
/** Only the key in the file matters here. The house gives it its name. */
const NO_ORIGIN = 'keys';
/** Not keys: the record of the last signature, which differs between machines, and unfinished files. */
const LEFT_OUT = /^book-signed$|\.tmp$|^\./;
const MARK_DIGITS = 16;

/** Returns the lines to print; throws an `Error` of one line. */
export async function runKeysCommand(args: readonly string[]): Promise<string[]> {
  const [command, folder, ...more] = args;
  if (folder === undefined || more.length > 0 || (command !== 'make' && command !== 'show')) throw new Error(USAGE);
  if (command === 'make') return make(folder);
  const names = await namesIn(folder);
  if (names.length === 0) throw new Error(`there are no keys in ${folder}: npm run keys -- make ${folder}`);
  return Promise.all(names.map((name) => lineOf(folder, name)));
}

/** Creates all missing keys of all roles. */
async function make(folder: string): Promise<string[]> {
  const before = new Set(await namesIn(folder));
  await loadLogKeys(folder, NO_ORIGIN);
  await Promise.all([loadReceiptKey(folder), loadPepper(folder), loadPersonKey(folder), loadFilmKey(folder)]);
  await makeWalletKeys(folder);
  const names = await namesIn(folder);
  const lines = names.map(async (name) => `${await lineOf(folder, name)}  ${before.has(name) ? 'kept' : 'made'}`);
  return Promise.all(lines);
}

async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${folder} cannot be read: ${error.code}`);
  });
  // A volume's root may contain `lost+found`, which only root can read. Keys may be links, because secrets are mounted
  // that way.
  const names = found.filter((one) => !one.isDirectory()).map(({ name }) => name);
  return names.filter((name) => !LEFT_OUT.test(name)).sort();
}

/** Line with a fingerprint of the key for comparing machines. It does not reveal the key. */
async function lineOf(folder: string, name: string): Promise<string> {
  const mark = createHash('sha256').update(await readFile(join(folder, name)));
  return `${name.padEnd(20)} ${mark.digest('hex').slice(0, MARK_DIGITS)}`;
}

if (import.meta.main) {
  try {
    const lines = await runKeysCommand(process.argv.slice(2));
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
