import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** What can be guessed. Each is counted on its own, so that a locked password leaves the recovery codes usable. */
export type Secret =
  | 'password'
  | 'recovery-code'
  | 'invite'
  | 'host-link'
  | 'staff'
  | 'staff-anywhere'
  | 'staff-challenge'
  | 'staff-failure';

/** Tries that are looked at within `windowSeconds`; those beyond are refused unseen. */
export interface TryLimits {
  account: number;
  address: number;
  windowSeconds: number;
}

export const TRY_LIMITS: TryLimits = { account: 5, address: 30, windowSeconds: 15 * 60 };

/** A try that was counted, and in which window: what is needed to undo it. */
export interface CountedTry {
  keys: Buffer[];
  counted: number[];
  windowEnds: string[];
}

/**
 * Counts one try at a member's secret, by account (where there is one) and by address; call it before the secret is
 * looked at. Throws `throttled {retryAfterSeconds}` when either has had its tries. The account is named by what was
 * typed, whether or not there is such a member. The counts are rows, so they hold over restarts and for every node.
 */
export async function countTry(
  db: Db,
  limits: TryLimits,
  secret: Secret,
  from: { nameKey: string | null; address: string },
): Promise<CountedTry> {
  const address = tryKey('address', secret, network(from.address));
  const keys = from.nameKey === null ? [address] : [tryKey('account', secret, from.nameKey), address];
  const maxima = from.nameKey === null ? [limits.address] : [limits.account, limits.address];
  const { rows } = await sql<{ wait_s: number | null; counted: number[]; window_end: string[] }>`
    select * from members.count_try(${keys}::bytea[], ${maxima}::integer[],
      make_interval(secs => ${limits.windowSeconds}))`.execute(db);
  const row = rows[0];
  if (!row || row.wait_s !== null) {
    throw new Refusal('throttled', { retryAfterSeconds: row?.wait_s ?? limits.windowSeconds });
  }
  return { keys, counted: row.counted, windowEnds: row.window_end };
}

/**
 * After a right answer: the account's tries up to this one are forgiven, the address gets this one back. Tries that
 * were counted later, and may be looked at right now, stay counted.
 */
export async function forgive(tx: Tx, tried: CountedTry): Promise<void> {
  const isByAccount = tried.keys.length === 2;
  await giveBack(tx.q, tried, isByAccount ? [tried.counted[0] ?? 0, 1] : [1]);
}

/** Runs what looks at the secret. When it throws, nothing was looked at and the try is not held against anyone. */
export async function lookAt<T>(db: Db, tried: CountedTry, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const one = tried.keys.map(() => 1);
    await giveBack(db, tried, one);
    throw error;
  }
}

/** Opens sign-in again at once, for a member who proved in another way who he is. */
export async function forgetTries(tx: Tx, secret: Secret, nameKey: string): Promise<void> {
  await tx.q
    .deleteFrom('members.try_count')
    .where('key', '=', tryKey('account', secret, nameKey))
    .execute();
}

/** Removes counts whose window is long over. Returns how many. */
export async function sweepTries(tx: Tx): Promise<number> {
  const hourAgo = new Date((await clockNow(tx.q)).getTime() - 3_600_000);
  const { numDeletedRows } = await tx.q
    .deleteFrom('members.try_count')
    .where('until_at', '<', hourAgo)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function giveBack(db: Db | Tx['q'], tried: CountedTry, tries: number[]): Promise<void> {
  await sql`select members.give_back(${tried.keys}::bytea[], ${tries}::integer[], ${tried.windowEnds}::text[])`.execute(
    db,
  );
}

function tryKey(kind: 'account' | 'address', secret: Secret, value: string): Buffer {
  return createHash('sha256').update(`${kind}\0${secret}\0${value}`).digest();
}

/** An IPv6 customer has 2^64 addresses or more, so the first half is what counts; an IPv4 address counts whole. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
