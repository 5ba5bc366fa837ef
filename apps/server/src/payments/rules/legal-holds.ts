import { type RawBuilder, sql } from 'kysely';
import type { MarkedRow, RowMacs } from '../../crypto/row-macs.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { type HoldState, IN_HOLD_STATE } from './hold-states.ts';

/** An authority's order that keeps a member's money in the house, until it expires or is lifted. */
export interface LegalHold {
  id: string;
  authority: string;
  reference: string;
  proposedBy: string;
  proposedAt: Date;
  /** Null until a second person confirms the order. Until then it holds nothing. */
  confirmedBy: string | null;
  fromAt: Date | null;
  expiresAt: Date;
  liftedAt: Date | null;
  /** Reason of the proposal. Null: none was recorded. */
  why: string | null;
}

export interface LegalHoldAsk {
  authority: string;
  reference: string;
  expiresAtMs: number;
  why?: string;
}

/** A longer order must be proposed and confirmed again. */
const DAYS_MAX = 90;
const TEXT_LENGTH_MAX = 200;
type Deps = Pick<PaymentsDeps, 'people' | 'macs'>;
type Q = Db | Tx['q'];

/** Roles whose proposal counts. */
const ROLES = ['finance', 'owner'];

/**
 * Proposes an order. It holds nothing until another person confirms it. Returns its id. Throws `fill-in`, `date-bad`,
 * `too-new`.
 */
export async function proposeLegalHold(
  tx: Tx,
  { people, macs }: Deps,
  { bucket, memberId }: Account,
  staffId: string,
  ask: LegalHoldAsk,
): Promise<string> {
  const now = await clockNow(tx.q);
  refuseFaults(ask, now.getTime());
  await people.refuseTooNew(tx.q, staffId);
  const id = newId();
  const row = {
    ...{ bucket, member_id: memberId, id, proposed_by: staffId, expires_at: new Date(ask.expiresAtMs) },
    ...{ authority: ask.authority.trim(), reference: ask.reference.trim() },
    why: ask.why ?? null,
  };
  const mac = macs.of('payments.legal_hold', row);
  await tx.q
    .insertInto('payments.legal_hold')
    .values({ ...row, mac })
    .execute();
  return id;
}

function refuseFaults(ask: LegalHoldAsk, nowMs: number): void {
  const fields: Record<string, RefusalCode> = {};
  for (const field of ['authority', 'reference'] as const) {
    const length = ask[field].trim().length;
    if (length === 0 || length > TEXT_LENGTH_MAX) fields[field] = 'fill-in';
  }
  if (ask.expiresAtMs <= nowMs || ask.expiresAtMs > nowMs + DAYS_MAX * DAY_MS) fields.expiresAtMs = 'date-bad';
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}

/**
 * Confirms an order and notifies the member, whose withdrawals then stay in the house. Throws `second-person-needed`,
 * `too-late` (lifted or expired), `proposer-gone`, `already-set`, `not-found`, `too-new`.
 */
export async function confirmLegalHold(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'people' | 'macs'>,
  account: Account,
  id: string,
  staffId: string,
): Promise<void> {
  const known = await lockLegalHold(tx, deps.macs, account, id);
  const now = await clockNow(tx.q);
  if (known.confirmedBy !== null) throw new Refusal('already-set');
  if (known.liftedAt !== null || known.expiresAt <= now) throw new Refusal('too-late');
  if (known.proposedBy === staffId) throw new Refusal('second-person-needed');
  await deps.people.refuseTooNew(tx.q, staffId);
  const { size } = await deps.people.counted(tx.q, [known.proposedBy], ROLES);
  if (size === 0) throw new Refusal('proposer-gone');
  const confirmed = { id, mac: known.mac, confirmed_by: staffId, from_at: now };
  const { confirmed_by, from_at } = confirmed;
  const confirmed_mac = deps.macs.of('payments.legal_hold_confirmation', confirmed);
  await change(tx, account, id, { confirmed_by, from_at, confirmed_mac });
  const { authority, reference, expiresAt } = known;
  const params = { authority, reference, expiresAtMs: expiresAt.getTime() };
  await deps.tell(tx, account, { kind: 'legal-hold-set', params });
}

/**
 * Lifts an order, or withdraws a proposal. One person is enough, because this only releases money. Throws
 * `already-set` for a lifted order, `not-found`. Returns whether the order was in force; if it was not, the member is
 * not notified.
 */
export async function liftLegalHold(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'macs'>,
  account: Account,
  id: string,
): Promise<boolean> {
  const known = await lockLegalHold(tx, deps.macs, account, id);
  if (known.liftedAt !== null) throw new Refusal('already-set');
  await change(tx, account, id, { lifted_at: await clockNow(tx.q) });
  if (known.confirmedBy === null) return false;
  const { authority, reference } = known;
  await deps.tell(tx, account, { kind: 'legal-hold-lifted', params: { authority, reference } });
  return true;
}

/** The order that holds the member's money now; the longest if there are several. Null for none. */
export async function activeLegalHold(q: Db | Tx['q'], macs: RowMacs, account: Account): Promise<LegalHold | null> {
  return (await activeLegalHolds(q, macs, [account])).get(account.memberId) ?? null;
}

/** Like `activeLegalHold` for several members, keyed by member id. */
export async function activeLegalHolds(
  q: Db | Tx['q'],
  macs: RowMacs,
  accounts: readonly Account[],
): Promise<Map<string, LegalHold>> {
  if (accounts.length === 0) return new Map();
  const rows = await selectActive(q)
    .where('bucket', 'in', [...new Set(accounts.map(({ bucket }) => bucket))])
    .where('member_id', 'in', [...new Set(accounts.map(({ memberId }) => memberId))])
    .orderBy('expires_at')
    .execute();
  return new Map(onlyGenuine(macs, rows).map((hold) => [hold.memberId, hold]));
}

/** Members whose money an order holds now. They are few. */
export async function heldMembers(q: Db | Tx['q'], macs: RowMacs): Promise<Account[]> {
  return onlyGenuine(macs, await selectActive(q).execute());
}

function selectActive(q: Db | Tx['q']) {
  return selectAllHolds(q)
    .where('confirmed_by', 'is not', null)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock.now()`);
}

/** Filters holds by their MACs: the server must have written both the order and its confirmation. */
function onlyGenuine<T extends HoldRow>(macs: RowMacs, rows: readonly T[]): T[] {
  return rows.filter((hold) => {
    const { bucket, memberId: member_id, id, authority, reference, proposedBy: proposed_by, expiresAt } = hold;
    const entered = { bucket, member_id, id, authority, reference, proposed_by, expires_at: expiresAt };
    const confirmed = { confirmed_by: hold.confirmedBy, from_at: hold.fromAt, confirmed_mac: hold.confirmedMac };
    return isGenuineHold(macs, { ...entered, ...confirmed, mac: hold.mac });
  });
}

/** Ids of unexpired orders whose MACs are not the server's. */
export async function forgedHolds(q: Db | Tx['q'], macs: RowMacs): Promise<string[]> {
  const rows = await selectAllHolds(q)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock.now()`)
    .execute();
  const genuine = new Set(onlyGenuine(macs, rows));
  return rows.filter((row) => !genuine.has(row)).map(({ id }) => id);
}

type MarkedHold = MarkedRow<'payments.legal_hold'> & MarkedRow<'payments.legal_hold_confirmation'>;

/** True when the server wrote the order and, if there is one, its confirmation. */
export function isGenuineHold(
  macs: RowMacs,
  row: MarkedHold & { mac: string | null; confirmed_mac: string | null },
): boolean {
  if (!macs.isGenuine('payments.legal_hold', row, row.mac)) return false;
  return row.confirmed_by === null || macs.isGenuine('payments.legal_hold_confirmation', row, row.confirmed_mac);
}

interface HoldRow extends LegalHold, Account {
  mac: string | null;
  confirmedMac: string | null;
}

const LISTED_MAX = 100;

/** Lists a member's orders, newest first, 100 at most. */
export async function listLegalHolds(q: Db | Tx['q'], macs: RowMacs, account: Account): Promise<LegalHold[]> {
  const query = selectHolds(q, account).orderBy('proposed_at', 'desc').orderBy('id', 'desc').limit(LISTED_MAX);
  return onlyGenuine(macs, await query.execute());
}

/** An order in the list over all members. */
export interface ListedHold extends LegalHold, Account {}

export interface HoldQuery {
  state?: HoldState;
  /** Leaves out the orders that this person proposed. */
  notBy?: string;
  /** Id of an order already listed (exclusive). */
  before?: string;
  limit: number;
}

export interface HoldPage {
  items: ListedHold[];
  nextCursor: string | null;
  total: number;
}

/** Lists the orders of all members, newest first. */
export async function listAllLegalHolds(
  q: Db | Tx['q'],
  macs: RowMacs,
  { state, notBy, before, limit }: HoldQuery,
): Promise<HoldPage> {
  let some = selectAllHolds(q);
  let counted = q.selectFrom('payments.legal_hold as h');
  if (state !== undefined) [some, counted] = [some.where(IN_HOLD_STATE[state]), counted.where(IN_HOLD_STATE[state])];
  if (notBy !== undefined) [some, counted] = [some.where(isNotBy(notBy)), counted.where(isNotBy(notBy))];
  if (before !== undefined) some = some.where('id', '<', before);
  const rows = await some
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { n } = await counted.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { items: onlyGenuine(macs, page), nextCursor, total: Number(n) };
}

function isNotBy(staffId: string): RawBuilder<boolean> {
  return sql<boolean>`h.proposed_by <> ${staffId}::uuid`;
}

/** Finds one order of a member, in any state. Null when there is none. */
export async function findLegalHold(q: Q, macs: RowMacs, account: Account, id: string): Promise<LegalHold | null> {
  const rows = await selectHolds(q, account).where('id', '=', id).execute();
  return onlyGenuine(macs, rows)[0] ?? null;
}

/** Builds a CTE named `held` with the given members, as values: their rows may be on another machine. */
export function asHeld(members: readonly Account[]): RawBuilder<unknown> {
  const [buckets, ids] = [members.map(({ bucket }) => bucket), members.map(({ memberId }) => memberId)];
  return sql`held (bucket, member_id) as materialized (
    select * from unnest(${buckets}::smallint[], ${ids}::uuid[]))`;
}

/** Counts orders in force now, and withdrawals refused in the last 30 days. */
export async function countHolds(q: Db | Tx['q'], macs: RowMacs): Promise<{ legalHolds: number; refusals: number }> {
  const held = await heldMembers(q, macs);
  const { rows } = await sql<{ refusals: bigint }>`
    select count(*) as refusals from payments.withdrawal w
    where w.state = 'refused' and w.ended_at > clock.now() - interval '30 days'`.execute(q);
  return { legalHolds: held.length, refusals: Number(rows[0]?.refusals ?? 0) };
}

async function lockLegalHold(tx: Tx, macs: RowMacs, account: Account, id: string): Promise<HoldRow> {
  const query = selectHolds(tx.q, account).where('id', '=', id);
  const held = await query.forUpdate().executeTakeFirst();
  // Lifted orders are immutable, and a locking read does not return them.
  const row = held ?? (await query.executeTakeFirst());
  if (!row || onlyGenuine(macs, [row]).length === 0) throw new Refusal('not-found');
  return row;
}

function selectHolds(q: Db | Tx['q'], { bucket, memberId }: Account) {
  return selectAllHolds(q).where(ofMember({ bucket, memberId }));
}

function selectAllHolds(q: Db | Tx['q']) {
  return q
    .selectFrom('payments.legal_hold as h')
    .select([
      ...(['bucket', 'id', 'authority', 'reference', 'why', 'mac'] as const),
      'member_id as memberId',
      'proposed_by as proposedBy',
      'proposed_at as proposedAt',
      'confirmed_by as confirmedBy',
      'from_at as fromAt',
      'expires_at as expiresAt',
      'lifted_at as liftedAt',
      'confirmed_mac as confirmedMac',
    ]);
}

async function change(
  tx: Tx,
  { bucket, memberId }: Account,
  id: string,
  values: { confirmed_by: string; from_at: Date; confirmed_mac: string } | { lifted_at: Date },
): Promise<void> {
  await tx.q
    .updateTable('payments.legal_hold')
    .set(values)
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}
