import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWalletKeys } from '../app/wallet.ts';
import { loadLogKeys } from '../book/log-key.ts';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import { loadPepper } from '../members/sessions/pepper.ts';
import { loadFilmKey } from '../video/keys.ts';
import type { Area, Outcome } from './program/act.ts';

const FOLDER = { name: 'FOLDER', about: 'the keys folder' };

/** Creates and compares keys. A server creates missing ones, so two machines would otherwise have different keys. */
export const KEYS: Area = {
  name: 'keys',
  about: 'the keys of a club on several machines',
  acts: [
    {
      name: 'make',
      about: 'makes all keys of a club that are missing',
      args: [FOLDER],
      scope: 'files',
      run: ({ args: [folder = ''] }) => make(folder),
    },
    {
      name: 'show',
      about: 'prints fingerprints of the keys, to compare machines',
      args: [FOLDER],
      scope: 'files',
      hasJson: true,
      run: ({ args: [folder = ''] }) => show(folder),
    },
  ],
};

/** Only the key in the file matters here. The house gives it its name. */
const NO_ORIGIN = 'keys';
/** Not keys: the record of the last signature, which differs between machines, and unfinished files. */
const LEFT_OUT = /^book-signed$|\.tmp$|^\./;
const MARK_DIGITS = 16;

async function show(folder: string): Promise<Outcome> {
  const names = await namesIn(folder);
  if (names.length === 0) throw new Error(`there are no keys in ${folder}: club keys make ${folder}`);
  const marks = await Promise.all(names.map(async (file) => ({ file, mark: await markOf(folder, file) })));
  return { lines: marks.map(lineOf), data: marks };
}

/** Creates all missing keys of all roles. */
async function make(folder: string): Promise<string[]> {
  const before = new Set(await namesIn(folder));
  await loadLogKeys(folder, NO_ORIGIN);
  await Promise.all([loadReceiptKey(folder), loadPepper(folder), loadPersonKey(folder), loadFilmKey(folder)]);
  await makeWalletKeys(folder);
  const names = await namesIn(folder);
  const lines = names.map(async (file) => {
    const line = lineOf({ file, mark: await markOf(folder, file) });
    return `${line}  ${before.has(file) ? 'kept' : 'made'}`;
  });
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

/** Fingerprint of a key for comparing machines. It does not reveal the key. */
async function markOf(folder: string, file: string): Promise<string> {
  const mark = createHash('sha256').update(await readFile(join(folder, file)));
  return mark.digest('hex').slice(0, MARK_DIGITS);
}

function lineOf({ file, mark }: { file: string; mark: string }): string {
  return `${file.padEnd(20)} ${mark}`;
}
