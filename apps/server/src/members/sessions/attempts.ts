import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../durations.ts';
import { createKeyedMutex, type KeyedMutex } from '../../process/keyed-mutex.ts';
import { Refusal } from '../../refusal.ts';

/** Kinds of guessable secrets. Each has its own count, so that a locked password leaves recovery codes usable. */
export type Secret =
  | 'password'
  | 'recovery-code'
  | 'invite'
  | 'host-link'
  | 'visitor-opening'
  | 'visitor-site'
  | 'recovery-stop'
  | 'idle-lock'
  | 'visitor-key'
  | 'staff'
  | 'staff-anywhere'
  | 'staff-challenge'
  | 'staff-failure';

/** Tries evaluated per `windowSeconds`; further ones are refused without evaluation. */
export interface AttemptLimits {
  account: number;
  address: number;
  windowSeconds: number;
}

export const ATTEMPT_LIMITS: AttemptLimits = { account: 5, address: 30, windowSeconds: 15 * 60 };

/** A wrong answer, thrown as its refusal. Any other error while a secret is checked counts for nothing. */
export class WrongSecret extends Refusal {}

/** An attempt that may be evaluated now. */
export interface OpenAttempt {
  /**
   * Call after a right answer, in its transaction. Forgives the account's attempts up to this one, except those under
   * way. The address gets back only this one.
   */
  forgive(tx: Tx): Promise<void>;
}

/** Origin of an attempt: the typed account, whether it exists or not, and the network. */
export interface TriedFrom {
  nameKey: string | null;
  address: string;
}

/** An attempt without a result for this long, because its process died, counts as wrong. */
const LEASE_SECONDS = 20;
/** Longest wait for concurrent attempts, in milliseconds. */
const WAIT_MS_MAX = 4_000;
const POLL_MS = 20;
/** Tries of one account that may wait in this process. */
const WAITING_MAX = 128;

const turns = new WeakMap<Db, KeyedMutex>();

/**
 * Runs `look`, which checks a secret of a member, within the limits. Counts each attempt before `look`, per account
 * (if any) and per address. So concurrent calls cannot evaluate more wrong answers than the limits allow. Right
 * answers are given back. Callers wait while the remaining attempts are under way, so concurrent right answers all
 * succeed. Counts are rows: they survive restarts and hold for every process.
 *
 * `look` throws `WrongSecret` for a wrong answer, and calls `forgive` for a right one. Throws what `look` throws;
 * `throttled {retryAfterSeconds}` when the account or address has no attempts left; `busy`.
 */
export async function lookAtSecret<T>(
  db: Db,
  limits: AttemptLimits,
  secret: Secret,
  from: TriedFrom,
  look: (tried: OpenAttempt) => Promise<T>,
): Promise<T> {
  const keys = keysOf(secret, from);
  const account = from.nameKey === null ? null : keys[0];
  const act = () => lookOnce(db, limits, keys, look);
  if (!account) return act();
  const own = turns.get(db) ?? createKeyedMutex({ waitingMax: WAITING_MAX });
  turns.set(db, own);
  return own.inTurn(account.toString('base64'), act);
}

async function lookOnce<T>(
  db: Db,
  limits: AttemptLimits,
  keys: Buffer[],
  look: (tried: OpenAttempt) => Promise<T>,
): Promise<T> {
  const counted = await beginAttempt(db, limits, keys);
  let isForgiven = false;
  const tried: OpenAttempt = {
    async forgive(tx) {
      await endAttempt(tx.q, counted, 'right');
      tx.onCommit(() => {
        isForgiven = true;
      });
    },
  };
  let end: AttemptEnd = 'right';
  try {
    return await look(tried);
  } catch (error) {
    end = error instanceof WrongSecret ? 'wrong' : 'unseen';
    throw error;
  } finally {
    if (!isForgiven) await endAttempt(db, counted, end);
  }
}

type AttemptEnd = 'right' | 'wrong' | 'unseen';

/** An attempt under way: its keys, its number in each window, and when the windows end. */
interface Counted {
  keys: Buffer[];
  counted: number[];
  windowEnds: string[];
}

/** Counts an attempt. Waits while attempts under way may be the last ones. */
async function beginAttempt(db: Db, limits: AttemptLimits, keys: Buffer[]): Promise<Counted> {
  const maxima = maximaOf(limits, keys);
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const { rows } = await sql<Begun>`select * from members.begin_attempt(${keys}::bytea[], ${maxima}::integer[],
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

/** Ends an attempt. A right one gives the account back its attempts up to this one, and the address only this one. */
async function endAttempt(q: Db | Tx['q'], { keys, counted, windowEnds }: Counted, end: AttemptEnd): Promise<void> {
  const ofAccount = keys.length === 2 && end === 'right' ? (counted[0] ?? 1) : 1;
  const give = keys.map((_, index) => (index === 0 ? ofAccount : 1));
  await sql`select members.end_attempt(${keys}::bytea[], ${windowEnds}::text[], ${end}::text,
    ${give}::integer[])`.execute(q);
}

/**
 * Counts an action that is limited but is no guess, per account (if any) and per address. Throws `throttled
 * {retryAfterSeconds}` when either is used up.
 */
export async function countAttempt(db: Db, limits: AttemptLimits, what: Secret, from: TriedFrom): Promise<void> {
  const keys = keysOf(what, from);
  const { rows } = await sql<{ wait_s: number | null }>`
    select wait_s from members.count_attempt(${keys}::bytea[], ${maximaOf(limits, keys)}::integer[],
      make_interval(secs => ${limits.windowSeconds}))`.execute(db);
  const row = rows[0];
  if (!row || row.wait_s !== null) throw throttled(limits, row?.wait_s);
}

function throttled(limits: AttemptLimits, waitSeconds: number | null | undefined): Refusal {
  return new Refusal('throttled', { retryAfterSeconds: waitSeconds ?? limits.windowSeconds });
}

/** The account's key comes first. */
function keysOf(secret: Secret, { nameKey, address }: TriedFrom): Buffer[] {
  const ofAddress = tryKey('address', secret, network(address));
  return nameKey === null ? [ofAddress] : [tryKey('account', secret, nameKey), ofAddress];
}

function maximaOf(limits: AttemptLimits, keys: Buffer[]): number[] {
  return keys.length === 1 ? [limits.address] : [limits.account, limits.address];
}

/** Reopens sign-in at once, for a member who proved their identity in another way. */
export async function forgetAttempts(tx: Tx, secret: Secret, nameKey: string): Promise<void> {
  await tx.q
    .deleteFrom('members.attempt_count')
    .where('key', '=', tryKey('account', secret, nameKey))
    .execute();
}

/** Deletes counts whose window ended over an hour ago. Returns how many. */
export async function sweepAttempts(tx: Tx): Promise<number> {
  const hourAgo = new Date((await clockNow(tx.q)).getTime() - HOUR_MS);
  const { numDeletedRows } = await tx.q
    .deleteFrom('members.attempt_count')
    .where('until_at', '<', hourAgo)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function tryKey(kind: 'account' | 'address', secret: Secret, value: string): Buffer {
  return createHash('sha256').update(`${kind}\0${secret}\0${value}`).digest();
}

/**
 * Network that counts as one address. An IPv6 customer has 2^64 addresses or more, so only the first 64 bits count. An
 * IPv4 address counts whole.
 */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  return prefix(address, 4);
}

/** Site of an IPv6 address: its first 48 bits, the most that a provider gives one customer. Null for IPv4. */
export function site(address: string): string | null {
  return isIPv6(address) && !/^::ffff:\d/i.test(address) ? prefix(address, 3) : null;
}

/** The first groups of an IPv6 address, of 16 bits each. */
function prefix(address: string, length: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, length);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${length * 16}`;
}
