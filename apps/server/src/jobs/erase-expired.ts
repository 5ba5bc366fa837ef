import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Account } from '../ledger/lock.ts';

/** Rows of former members, in order of deletion. `members.erase_kept` uses the same names. */
const KEPT = [
  ...['avatars', 'push-tasks', 'push-subscriptions', 'push-settings', 'film-positions', 'film-choices', 'films-later'],
  ...['film-plays', 'messages', 'desk-files', 'desk-entries', 'desk-threads', 'report-evidence', 'reports', 'bookings'],
  ...['favourites', 'person-keys', 'sessions'],
];

/** Kinds of data that are erased once per account, after their retention. */
const KINDS = ['money', 'bets', 'person', 'consents'] as const;
type Kind = (typeof KINDS)[number];

/** Rows per statement: few enough for short locks. */
const ROWS = 1_000;
const PAGE = 100;
const NONE: Account = { bucket: -1, memberId: '00000000-0000-0000-0000-000000000000' };

/**
 * Erases data of former members past its retention (members/account/retention.ts). `members.erasable` selects the
 * rows. Idempotent: an interrupted run continues with what is left. Returns the number of erased rows, and of accounts
 * and kinds.
 */
export async function eraseExpired(db: Db): Promise<number> {
  let erased = 0;
  for (const what of KEPT) erased += await eraseRows(db, what, 'members.closure');
  erased += await eraseAccounts(db);
  return erased + (await eraseRows(db, 'names', 'members.erasure'));
}

async function eraseRows(db: Db, what: string, table: 'members.closure' | 'members.erasure'): Promise<number> {
  let erased = 0;
  for (const bucket of await bucketsOf(db, table)) {
    for (let count = ROWS; count === ROWS; erased += count) {
      const { rows } = await sql<{ n: number }>`select members.erase_kept(${what}, ${bucket}::smallint) as n`.execute(
        db,
      );
      count = rows[0]?.n ?? 0;
    }
  }
  return erased;
}

/** Buckets with former members. */
async function bucketsOf(db: Db, table: 'members.closure' | 'members.erasure'): Promise<number[]> {
  const rows = await db.selectFrom(table).select('bucket').distinct().orderBy('bucket').execute();
  return rows.map(({ bucket }) => bucket);
}

/** Erases one account and kind at a time. Returns the number of finished ones. */
async function eraseAccounts(db: Db): Promise<number> {
  let done = 0;
  for (const kind of KINDS) {
    let after = NONE;
    for (;;) {
      const page = await dueAfter(db, kind, after);
      for (const account of page) await eraseOne(db, kind, account);
      done += page.length;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
  }
  return done;
}

async function dueAfter(db: Db, kind: Kind, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select bucket, member_id as "memberId"
    from members.erasable(${kind}, ${bucket}::smallint, ${memberId}::uuid)`.execute(db);
  return rows;
}

async function eraseOne(db: Db, kind: Kind, { bucket, memberId }: Account): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const { rows } = await sql<{ done: boolean }>`
      select members.erase_account(${kind}, ${bucket}::smallint, ${memberId}::uuid) as done`.execute(db);
    isDone = rows[0]?.done ?? true;
  }
}
