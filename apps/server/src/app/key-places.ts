import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PROCESS_ROLES, type ProcessRole } from '../db/rights/roles.ts';
import type { KeyPlace } from '../house/go-live-checks.ts';
import { readReceiptKey } from '../lottery/receipt-key.ts';

/** A key outside the database: its name for people, its file in the keys folder, and the roles that use it. */
interface Kind {
  name: string;
  file: RegExp;
  /** Default file name. Null for a key that can be recreated without harm. */
  usual: string | null;
  roles: readonly ProcessRole[];
}

const RECEIPTS: Kind = {
  name: 'the receipts’ key',
  file: /^receipt-key(-\d+)?\.pem$/,
  usual: 'receipt-key.pem',
  roles: ['api'],
};
const API_AND_JOBS = ['api', 'jobs'] as const;
/** What gives a process the keys of its role: `club keys make`, `deploy/systemd/take-keys`, `deploy/kubernetes`. */
const KEYS: readonly Kind[] = [
  { name: 'the book’s key', file: /^book-key(-\d+)?\.pem$/, usual: 'book-key.pem', roles: ['draw'] },
  RECEIPTS,
  { name: 'the encryption keys', file: /^encryption-keys\.json$/, usual: 'encryption-keys.json', roles: API_AND_JOBS },
  { name: 'the finance pepper', file: /^finance-pepper\.json$/, usual: 'finance-pepper.json', roles: ['api'] },
  { name: 'the key of person fingerprints', file: /^person-key$/, usual: 'person-key', roles: API_AND_JOBS },
  { name: 'the films’ key', file: /^film-key$/, usual: null, roles: ['api'] },
  { name: 'the web push keys', file: /^vapid-keys\.json$/, usual: null, roles: API_AND_JOBS },
];
/**
 * File mode bits that are not allowed: any access by others, and write access by the group. The group may read,
 * because Kubernetes gives secrets to a non-root process by its group.
 */
const FOR_OTHERS = 0o027;
/** File in each directory of a PostgreSQL cluster. */
const CLUSTER_FILE = 'PG_VERSION';

/** Each kind of key: its files in the keys folder, and whether a process of the role uses it. */
export function keyKindsFor(role: ProcessRole): { file: RegExp; isUsed: boolean }[] {
  return KEYS.map(({ file, roles }) => ({ file, isUsed: roles.includes(role) }));
}

/**
 * Checks where the keys are, without creating any. A missing key is a fault in a live house: a new one would sign
 * another book and could not decrypt existing data. `published` are folders that others can read. Only keys of `roles`
 * may be missing nowhere: a process may have a folder with no others.
 */
export async function lookAtKeys(
  keysDir: string,
  published: readonly string[],
  roles: readonly ProcessRole[] = PROCESS_ROLES,
): Promise<KeyPlace[]> {
  const folder = resolve(keysDir);
  const names = await readdir(folder).catch(() => []);
  const ofAll = await faultOfFolder(folder, published);
  const places = KEYS.map(async ({ name, file, usual, roles: users }): Promise<KeyPlace[]> => {
    const found = names.filter((one) => file.test(one));
    const isNeeded = usual !== null && users.some((role) => roles.includes(role));
    if (found.length === 0) return !isNeeded ? [] : [{ name, path: join(folder, usual), fault: 'is missing' }];
    return Promise.all(
      found.map(async (one) => {
        const path = join(folder, one);
        return { name, path, fault: ofAll ?? (await faultOfFile(path)) };
      }),
    );
  });
  return (await Promise.all(places)).flat();
}

/** Receipt keys named by tables (Ed25519 public keys, hex) that are missing here. */
export async function lookForReceiptKeys(keysDir: string, named: readonly string[]): Promise<KeyPlace[]> {
  const folder = resolve(keysDir);
  const files = (await readdir(folder).catch(() => [])).filter((one) => RECEIPTS.file.test(one));
  // A complete lack of keys is reported elsewhere.
  if (files.length === 0) return [];
  const here = await Promise.all(files.map(async (one) => (await readReceiptKey(join(folder, one))).publicKey));
  return [...new Set(named)]
    .filter((key) => !here.includes(key))
    .map((key) => ({
      name: RECEIPTS.name,
      path: join(folder, 'receipt-key.pem'),
      fault: `is not ${key}, which a table names`,
    }));
}

async function faultOfFolder(folder: string, published: readonly string[]): Promise<string | null> {
  if (published.some((one) => isWithin(folder, resolve(one)))) return 'is in a published folder';
  for (let above = folder; ; above = dirname(above)) {
    if (await isThere(join(above, CLUSTER_FILE))) return 'is in the folder of a database';
    if (above === dirname(above)) return null;
  }
}

async function faultOfFile(path: string): Promise<string | null> {
  const { mode } = await stat(path);
  return (mode & FOR_OTHERS) === 0 ? null : 'is readable by every user of this machine, or writable by its group';
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
