import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { createTurns, type Turns } from '../../process/turns.ts';
import { Refusal } from '../../refusal.ts';

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

/**
 * A wrong answer, told with its refusal. Whatever else is thrown while a secret is looked at counts for nothing.
 */
export class WrongSecret extends Refusal {}

/** A try at a secret that may be looked at now. */
export interface OpenTry {
  /**
   * After a right answer, in its transaction: the account's tries up to this one are forgiven, those under way aside;
   * the address gets this one back.
   */
  forgive(tx: Tx): Promise<void>;
}

/** Who tries: the account by what was typed, whether or not there is such a member, and the network. */
export interface TriedFrom {
  nameKey: string | null;
  address: string;
}

/** After so long a try whose process says nothing counts as wrong. */
const LEASE_SECONDS = 20;
/** How long one waits for tries of others that are under way. */
const WAIT_MS_MAX = 4_000;
const POLL_MS = 20;
/** Tries of one account that wait in this process. */
const WAITING_MAX = 128;

const turns = new WeakMap<Db, Turns>();

/**
 * Looks at a member's secret. Each try is counted, by account (where there is one) and by address, before `look` sees
 * the secret: of any number at once so many wrong ones are looked at as the limits say. Right ones are given back, and
 * whoever comes while the rest is under way waits, so that several right ones at once all count as right. The counts
 * are rows, so they hold over restarts and for every process.
 *
 * `look` throws `WrongSecret` for a wrong answer, and calls `forgive` for a right one. Throws what `look` throws;
 * `throttled {retryAfterSeconds}` when account or address has had its tries; `busy`.
 */
export async function lookAtSecret<T>(
  db: Db,
  limits: TryLimits,
  secret: Secret,
  from: TriedFrom,
  look: (tried: OpenTry) => Promise<T>,
): Promise<T> {
  const keys = keysOf(secret, from);
  const account = from.nameKey === null ? null : keys[0];
  const act = () => lookOnce(db, limits, keys, look);
  if (!account) return act();
  const own = turns.get(db) ?? createTurns({ waitingMax: WAITING_MAX });
  turns.set(db, own);
  return own.inTurn(account.toString('base64'), act);
}

async function lookOnce<T>(
  db: Db,
  limits: TryLimits,
  keys: Buffer[],
  look: (tried: OpenTry) => Promise<T>,
): Promise<T> {
  const counted = await beginTry(db, limits, keys);
  let isForgiven = false;
  const tried: OpenTry = {
    async forgive(tx) {
      await endTry(tx.q, counted, 'right');
      tx.onCommit(() => {
        isForgiven = true;
      });
    },
  };
  let end: TryEnd = 'right';
  try {
    return await look(tried);
  } catch (error) {
    end = error instanceof WrongSecret ? 'wrong' : 'unseen';
    throw error;
  } finally {
    if (!isForgiven) await endTry(db, counted, end);
  }
}

type TryEnd = 'right' | 'wrong' | 'unseen';

/** A try that is under way, by its keys: which of its window it is, and when that ends. */
interface Counted {
  keys: Buffer[];
  counted: number[];
  windowEnds: string[];
}

/** Counts the try. Waits for those under way where they may be the last ones. */
async function beginTry(db: Db, limits: TryLimits, keys: Buffer[]): Promise<Counted> {
  const maxima = maximaOf(limits, keys);
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const { rows } = await sql<Begun>`select * from members.begin_try(${keys}::bytea[], ${maxima}::integer[],
      make_interval(secs => ${limits.windowSeconds}), make_interval(secs => ${LEASE_SECONDS}))`.execute(db);
    const [begun] = rows;
    if (begun?.verdict === 'open') return { keys, counted: begun.counted, windowEnds: begun.window_end };
    if (begun?.verdict !== 'wait') throw throttled(limits, begun?.wait_s);
    if (performance.now() > endMs) throw new Refusal('busy');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())));
  }
}

interface Begun {
  verdict: 'open' | 'wait' | 'full';
  wait_s: number | null;
  counted: number[];
  window_end: string[];
}

/** After a right answer the account's tries up to this one are given back; the address gets this one alone. */
async function endTry(q: Db | Tx['q'], { keys, counted, windowEnds }: Counted, end: TryEnd): Promise<void> {
  const ofAccount = keys.length === 2 && end === 'right' ? (counted[0] ?? 1) : 1;
  const give = keys.map((_, index) => (index === 0 ? ofAccount : 1));
  await sql`select members.end_try(${keys}::bytea[], ${windowEnds}::text[], ${end}::text,
    ${give}::integer[])`.execute(q);
}

/**
 * Counts what is bounded and no guess at a secret, by account (where there is one) and by address. Throws
 * `throttled {retryAfterSeconds}` when either has had its share.
 */
export async function countTry(db: Db, limits: TryLimits, what: Secret, from: TriedFrom): Promise<void> {
  const keys = keysOf(what, from);
  const { rows } = await sql<{ wait_s: number | null }>`
    select wait_s from members.count_try(${keys}::bytea[], ${maximaOf(limits, keys)}::integer[],
      make_interval(secs => ${limits.windowSeconds}))`.execute(db);
  const row = rows[0];
  if (!row || row.wait_s !== null) throw throttled(limits, row?.wait_s);
}

function throttled(limits: TryLimits, waitSeconds: number | null | undefined): Refusal {
  return new Refusal('throttled', { retryAfterSeconds: waitSeconds ?? limits.windowSeconds });
}

/** The account comes first. */
function keysOf(secret: Secret, { nameKey, address }: TriedFrom): Buffer[] {
  const ofAddress = tryKey('address', secret, network(address));
  return nameKey === null ? [ofAddress] : [tryKey('account', secret, nameKey), ofAddress];
}

function maximaOf(limits: TryLimits, keys: Buffer[]): number[] {
  return keys.length === 1 ? [limits.address] : [limits.account, limits.address];
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
