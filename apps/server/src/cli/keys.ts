import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keyKindsFor } from '../app/key-places.ts';
import { makeWalletKeys } from '../app/wallet.ts';
import { loadLogKeys } from '../book/log-key.ts';
import { PROCESS_ROLES, type ProcessRole } from '../db/rights/roles.ts';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import { loadPepper } from '../members/sessions/pepper.ts';
import { loadFilmKey } from '../video/keys.ts';
import type { Area, Outcome } from './program/act.ts';

const FOLDER = { name: 'FOLDER', about: 'the keys folder' };
const ROLES = {
  name: 'ROLES',
  about: `a folder with folders ${PROCESS_ROLES.join(', ')}, which get the keys of their role`,
  isOptional: true,
};

/** Creates and compares keys. A server creates missing ones, so two machines would otherwise have different keys. */
export const KEYS: Area = {
  name: 'keys',
  about: 'the keys of a club on several machines',
  acts: [
    {
      name: 'make',
      about: 'makes all keys of a club that are missing',
      args: [FOLDER, ROLES],
      scope: 'files',
      run: ({ args: [folder = '', roles] }) => make(folder, roles),
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

/** Creates all missing keys of all roles, and gives each role its own if there are folders for them. */
async function make(folder: string, roles: string | undefined): Promise<string[]> {
  const before = new Set(await namesIn(folder));
  await loadLogKeys(folder, NO_ORIGIN);
  await Promise.all([loadReceiptKey(folder), loadPepper(folder), loadPersonKey(folder), loadFilmKey(folder)]);
  await makeWalletKeys(folder);
  const names = await namesIn(folder);
  const lines = names.map(async (file) => {
    const line = lineOf({ file, mark: await markOf(folder, file) });
    return `${line}  ${before.has(file) ? 'kept' : 'made'}`;
  });
  for (const role of roles === undefined ? [] : PROCESS_ROLES) await share(role, folder, join(roles ?? '', role));
  return Promise.all(lines);
}

/**
 * Copies the keys of a role, and removes those of other roles and those that are no longer in `from`. Other files in
 * `to` stay, such as the record of the last signature.
 */
async function share(role: ProcessRole, from: string, to: string): Promise<void> {
  if (resolve(from) === resolve(to)) throw new Error(`${to} is the folder of all keys`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const [all, before] = [await namesIn(from), await namesIn(to)];
  const kinds = keyKindsFor(role);
  const wanted = all.filter((name) => kinds.some(({ file, isUsed }) => isUsed && file.test(name)));
  for (const name of wanted) {
    const started = join(to, `.${name}`);
    await writeFile(started, await readFile(join(from, name)), { mode: 0o600 });
    await rename(started, join(to, name));
  }
  const others = before.filter((name) => kinds.some(({ file }) => file.test(name)) && !wanted.includes(name));
  for (const name of others) await rm(join(to, name));
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
