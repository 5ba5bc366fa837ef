import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { KeyPlace } from './house/live-needs.ts';

/** What must not be in the database: the name for people, and the file in the keys folder. */
const KEYS: readonly { name: string; file: RegExp; usual: string }[] = [
  { name: 'the book’s key', file: /^book-key(-\d+)?\.pem$/, usual: 'book-key.pem' },
  { name: 'the receipts’ key', file: /^receipt-key\.pem$/, usual: 'receipt-key.pem' },
  { name: 'the sealing keys', file: /^sealing-keys\.json$/, usual: 'sealing-keys.json' },
  { name: 'the finance pepper', file: /^finance-pepper\.json$/, usual: 'finance-pepper.json' },
  { name: 'the key by which persons are known again', file: /^person-key$/, usual: 'person-key' },
];
/** Of a file's mode: any right of those who are neither its owner nor of its group. */
const FOR_EVERYBODY = 0o007;
/** In each folder of a PostgreSQL cluster. */
const CLUSTER_FILE = 'PG_VERSION';

/**
 * Looks where the keys lie, and makes none. A key that is not there is a fault in a live house: a new one would sign
 * another book, and open nothing that was sealed before. `published` are folders that others can read.
 */
export async function lookAtKeys(keysDir: string, published: readonly string[]): Promise<KeyPlace[]> {
  const folder = resolve(keysDir);
  const names = await readdir(folder).catch(() => []);
  const ofAll = await faultOfFolder(folder, published);
  const places = KEYS.map(async ({ name, file, usual }): Promise<KeyPlace[]> => {
    const found = names.filter((one) => file.test(one));
    if (found.length === 0) return [{ name, path: join(folder, usual), fault: 'is not there' }];
    return Promise.all(
      found.map(async (one) => {
        const path = join(folder, one);
        return { name, path, fault: ofAll ?? (await faultOfFile(path)) };
      }),
    );
  });
  return (await Promise.all(places)).flat();
}

async function faultOfFolder(folder: string, published: readonly string[]): Promise<string | null> {
  if (published.some((one) => isWithin(folder, resolve(one)))) return 'lies in a folder that others can read';
  for (let above = folder; ; above = dirname(above)) {
    if (await isThere(join(above, CLUSTER_FILE))) return 'lies in the folder of a database';
    if (above === dirname(above)) return null;
  }
}

async function faultOfFile(path: string): Promise<string | null> {
  const { mode } = await stat(path);
  return (mode & FOR_EVERYBODY) === 0 ? null : 'can be read by every user of this machine';
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
