import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import { createMirror } from '../../src/book/mirror.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import type { WitnessLink } from '../../src/book/witness.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { sealedLeavesOf } from '../../src/draw/evidence/sealed-leaves.ts';
import { loadCatalogue } from '../../src/lottery/catalogue.ts';
import { type RecoverDeps, type Recovered, recover } from '../../src/recovery/recover.ts';
import { type KeysFolder, signDeps } from '../book/book-kit.ts';
import type { Club } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';

/** A club whose book is published to a folder, and whose database can be restored to a copy. */
export interface Restorable {
  /** Folder with the book's published files. */
  store: string;
  /** Signs all tree heads and writes their files to the store. */
  publish(): Promise<void>;
  /** Copies the current database. */
  backUp(): Promise<void>;
  /** Restores the copy; the clock keeps its time. */
  putBack(): Promise<void>;
  recover(more?: Partial<RecoverDeps>): Promise<Recovered>;
  /** Dependencies of `recover` with replacements. */
  deps(more?: Partial<RecoverDeps>): RecoverDeps;
  close(): Promise<void>;
}

export async function restorable(club: Club, keys: KeysFolder, witnesses: WitnessLink[] = []): Promise<Restorable> {
  const folder = temporaryFolder('tercet-restore-store-');
  const store = diskStore(folder.path);
  const name = new URL(club.database.ownerUrl).pathname.slice(1);
  const copy = `copy_${randomBytes(6).toString('hex')}`;
  const owner = openDb(openPool({ url: club.database.ownerUrl, connectionsMax: 3 }));

  const deps = (more: Partial<RecoverDeps> = {}): RecoverDeps => ({
    db: owner,
    keysDir: keys.path,
    origin: ORIGIN,
    outside: { stores: [{ name: folder.path, store }], witnesses },
    ...more,
  });
  return {
    store: folder.path,
    async publish() {
      const catalogue = await loadCatalogue(club.db);
      const mirror = createMirror({
        db: club.draw,
        store,
        leavesOf: (drawId) => sealedLeavesOf(club.draw, catalogue, drawId),
      });
      await mirror.bringAhead();
      while ((await signTreeHeads(signDeps(club, keys))) > 0);
      await mirror.bring();
    },
    backUp: () => asServer([`drop database if exists ${copy}`, copyOf(name, copy)], [name]),
    async putBack() {
      const roles = Object.values(club.database.roles).join(', ');
      // A copy lacks the grants on the database itself.
      const rights = [`revoke all on database ${name} from public`, `grant connect on database ${name} to ${roles}`];
      await asServer([`drop database ${name} with (force)`, copyOf(copy, name), ...rights], [name, copy]);
      // The beacon's head is newer than the one in the copy.
      await club.at(club.clock.nowMs());
    },
    recover: (more) => recover(deps(more)),
    deps,
    async close() {
      await owner.destroy();
      await asServer([`drop database if exists ${copy} with (force)`], []);
      folder.remove();
    },
  };
}

function copyOf(from: string, to: string): string {
  return `create database ${to} template ${from} strategy file_copy`;
}

/** On each machine of a cluster, while nothing is written. */
async function asServer(statements: readonly string[], databases: readonly string[]): Promise<void> {
  const { ownerUrl, workerUrls } = inject('testServer');
  for (const url of [ownerUrl, ...workerUrls]) await asServerAt(url, statements, databases);
}

/** Runs statements while no one else is connected to the databases. Takes turns with other copies. */
async function asServerAt(url: string, statements: readonly string[], databases: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const open = async (isOpen: boolean): Promise<void> => {
    const { rows } = await client.query('select datname from pg_database where datname = any ($1)', [databases]);
    for (const { datname } of rows) await client.query(`alter database ${datname} with allow_connections ${isOpen}`);
  };
  try {
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock(1)');
    await open(false);
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = any ($1)', [
      databases,
    ]);
    for (const statement of statements) await client.query(statement);
  } finally {
    await open(true);
    await client.end();
  }
}
