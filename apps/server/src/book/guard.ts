import { toHex } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { BookFault } from './book-fault.ts';
import { askExternalSources, type Claim, type ExternalSources } from './external-claims.ts';
import { findLogKeys, type LogKey, readLogKeys } from './log-key.ts';
import { readSigned } from './signed-file.ts';
import { treeAt } from './tree.ts';

export interface GuardDeps {
  db: Db;
  /** Folder with the book's keys and the record of their last signature. */
  keysDir: string;
  origin: string;
  outside: ExternalSources;
}

/** Prevents a process from writing to a book that is behind its published state. */
export interface BookGuard {
  /** Throws a `BookFault` if nothing may be appended or signed. Cheap enough to call before each unit of work. */
  refuse(): Promise<void>;
}

const MEND = 'run `club book recover` first; see docs/operating/database-lost.md';
const ASK_AGAIN_MS = 60_000;

/**
 * Creates a guard. Each check reads the file beside the key. The process queries stores and witnesses once: all they
 * learn later comes from this database. Without the file they must answer, or the process may write nothing.
 */
export function createGuard(deps: GuardDeps): BookGuard {
  let isAsked = false;
  let askAgainAtMs = 0;

  return {
    async refuse() {
      const signed = await refuseBehind(deps.db, deps);
      if (isAsked || (signed && performance.now() < askAgainAtMs)) return;
      const answers = await askAll(deps);
      for (const claim of answers.claims) await refuseClaim(deps.db, claim);
      if (!signed && !answers.enough) {
        const why = answers.silent.join('; ');
        throw new BookFault(
          `what was signed before is not known: there is no file book-signed beside the key, and ${why}`,
        );
      }
      isAsked = answers.enough;
      askAgainAtMs = performance.now() + ASK_AGAIN_MS;
    },
  };
}

/**
 * Throws a `BookFault` if the database is behind what the keys of this folder signed. Returns whether they have signed
 * anything.
 */
export async function refuseBehind(
  db: Db,
  { keysDir, origin }: Pick<GuardDeps, 'keysDir' | 'origin'>,
): Promise<boolean> {
  const signed = await readSigned(keysDir);
  if (signed === null) return false;
  if (signed.origin !== origin) throw new BookFault(`the keys signed another book, ${signed.origin}`);
  await refuseClaim(db, { ...signed, who: 'the file book-signed', note: null });
  return true;
}

/** Throws a `BookFault` if a claim shows a longer or a different book than the database. */
export async function refuseClaim(db: Db, { who, size, root }: Claim): Promise<void> {
  const treeHead = await db
    .selectFrom('book.tree_head')
    .select('root')
    .where('size', '=', BigInt(size))
    .executeTakeFirst();
  if (treeHead?.root.toString('hex') === root) return;
  const head = Number((await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow()).size);
  if (head < size) {
    throw new BookFault(
      `the database was restored to an earlier state: by ${who} the book has ${size} entries, here it has ${head}; ${MEND}`,
    );
  }
  if (toHex((await treeAt(db, size)).root()) !== root) {
    throw new BookFault(
      `the book was changed: by ${who} its first ${size} entries are different; see docs/operating/fork-reported.md`,
    );
  }
}

async function askAll({ db, keysDir, origin, outside }: GuardDeps) {
  const { rows } = await sql<{ since: string; now: string }>`
    select floor(extract(epoch from clock.now()))::text as now,
      floor(extract(epoch from coalesce(max(at), clock.now())))::text as since from book.tree_head`.execute(db);
  const span = { sinceS: Number(rows[0]?.since), nowS: Number(rows[0]?.now) };
  return askExternalSources(
    outside,
    { origin, logKeys: await knownKeys(db, await findLogKeys(keysDir, origin)) },
    span,
  );
}

/** Keys of the database, which may be a restored backup, and of the keys folder. */
export async function knownKeys(db: Db, keys: readonly LogKey[]): Promise<string[]> {
  return [...new Set([...(await readLogKeys(db)), ...keys].map(({ vkey }) => vkey))];
}
