import { sql } from 'kysely';
import type { Act } from '../audit/audit.ts';
import { actText, takeHead } from '../audit/audit.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Role } from './roles.ts';

/** A current or former staff account, with everything that decides what it may do. */
export interface AccountRow {
  id: string;
  name: string;
  role: Role;
  password_hash: string;
  /** The password was set by another person. Until it is replaced, the holder can do nothing else. */
  password_given: boolean;
  password_until: Date | null;
  totp: Buffer | null;
  totp_key_id: string | null;
  created_at: Date;
  disabled_at: Date | null;
  handed_by: string | null;
  handed_at: Date | null;
}

/** Acts that change an account; the same list as in `staff.changes_account` and the log's index. */
const CHANGES = sql.raw(
  `('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given', 'staff-password-set',
    'own-password-changed')`,
);
/** `act_seq` of accounts without an act in the log. */
const NO_ACT = -1n;

/** The row that the MAC covers. */
export interface MarkedAccount extends AccountRow {
  /** Position in the log of the newest act that changed the account. */
  act_seq: bigint;
}

export interface FoundAccount {
  row: MarkedAccount;
  mac: string | null;
  /** Position of the newest such act that the log holds; null when there is none. */
  newest: bigint | null;
  /** True when the MAC is the server's and no later act changed the account. Other rows count for nothing. */
  isGenuine: boolean;
}

/** Finds accounts by ids or name, or all, ordered by id. */
export async function findAccounts(
  q: Db | Tx['q'],
  macs: RowMacs,
  only: { ids?: readonly string[]; name?: string } = {},
): Promise<FoundAccount[]> {
  const { ids = null, name = null } = only;
  const { rows } = await sql<MarkedAccount & { mac: string | null; newest: bigint | null }>`
    select a.id, a.name, a.role, a.password_hash, a.password_given, a.password_until, a.totp, a.totp_key_id,
      a.created_at, a.disabled_at, a.handed_by, a.handed_at, a.act_seq, a.mac,
      (select e.seq from audit.entry e where e.subject = 'staff/' || a.id and e.act in ${CHANGES}
        order by e.seq desc limit 1) as newest
    from staff.account a
    where (${ids}::uuid[] is null or a.id = any (${ids}::uuid[])) and (${name}::text is null or a.name = ${name})
    order by a.id`.execute(q);
  return rows.map(({ mac, newest, ...row }) => ({
    row,
    mac,
    newest,
    isGenuine: macs.isGenuine('staff.account', row, row.act_seq === (newest ?? NO_ACT) ? mac : null),
  }));
}

/** Like `findAccounts`, but returns only genuine rows. */
export async function readAccounts(
  q: Db | Tx['q'],
  macs: RowMacs,
  only: { ids?: readonly string[]; name?: string } = {},
): Promise<AccountRow[]> {
  const found = await findAccounts(q, macs, only);
  return found.flatMap(({ row, isGenuine }) => (isGenuine ? [row] : []));
}

/** The open account of an id; null when it is missing, disabled or forged. */
export async function readOpenAccount(q: Db | Tx['q'], macs: RowMacs, id: string): Promise<AccountRow | null> {
  const [row] = await readAccounts(q, macs, { ids: [id] });
  return row && row.disabled_at === null ? row : null;
}

/** Locks accounts until the transaction ends; without ids, all of them. */
export async function lockAccounts(tx: Tx, ids: readonly string[] | null = null): Promise<void> {
  await sql`select staff.lock_accounts(${ids}::uuid[])`.execute(tx.q);
}

/** Author, reason and address of a change to an account. */
export interface ChangedBy {
  /** Null at the terminal. `tokenHash` identifies the session that makes the change. */
  staff: (NonNullable<Act['staff']> & { tokenHash: Buffer }) | null;
  why: string | null;
  address: string;
}

/** The act that is logged with a change. */
export interface AccountChange {
  act: string;
  before?: unknown;
  after?: unknown;
}

/**
 * Writes an account and its act together; the database refuses either without the other. Holds the log's head until
 * the transaction ends, so call it last.
 */
export async function writeAccount(
  tx: Tx,
  macs: RowMacs,
  account: AccountRow,
  by: ChangedBy,
  change: AccountChange,
): Promise<void> {
  const head = await takeHead(tx);
  const row = { ...account, act_seq: head.seq };
  const text = actText(head, { ...by, ...change, subject: `staff/${account.id}` });
  const written = { ...row, mac: macs.of('staff.account', row), act_seq: String(row.act_seq), totp: hexOf(row.totp) };
  await sql`select staff.write_account(${JSON.stringify(written)}::jsonb, ${by.staff?.tokenHash ?? null}::bytea, ${text})`.execute(
    tx.q,
  );
}

function hexOf(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`;
}
