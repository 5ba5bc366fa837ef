import { sql } from 'kysely';
import type { Act } from '../audit/audit.ts';
import { actText, takeHead } from '../audit/audit.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Role } from './roles.ts';

/** Who works here, or did, with all that decides what they may do. */
export interface AccountRow {
  id: string;
  name: string;
  role: Role;
  password_hash: string;
  /** Made by somebody else: until they have made their own, that is all they can do. */
  password_given: boolean;
  password_until: Date | null;
  totp: Buffer | null;
  totp_key_id: string | null;
  created_at: Date;
  disabled_at: Date | null;
  handed_by: string | null;
  handed_at: Date | null;
}

/** The acts that change an account, as `staff.changes_account` and the index of the log have them. */
const CHANGES = sql.raw(
  `('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given', 'staff-password-set',
    'own-password-changed')`,
);
/** Of accounts from before acts were counted on. */
const NO_ACT = -1n;

/** A row as its MAC is over it. */
export interface MarkedAccount extends AccountRow {
  /** The place in the log of the newest act that changed it. */
  act_seq: bigint;
}

export interface FoundAccount {
  row: MarkedAccount;
  mac: string | null;
  /** The newest act in the log that changed it. */
  newest: bigint | null;
  /** Whether the server wrote it, and nothing after it. What is not genuine counts for nothing. */
  isGenuine: boolean;
}

/** Accounts in the order of their ids: those of some ids or names, or all. */
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

/** Those that the server wrote, alone. */
export async function readAccounts(
  q: Db | Tx['q'],
  macs: RowMacs,
  only: { ids?: readonly string[]; name?: string } = {},
): Promise<AccountRow[]> {
  const found = await findAccounts(q, macs, only);
  return found.flatMap(({ row, isGenuine }) => (isGenuine ? [row] : []));
}

/** The account of an id while it is open; null for none. */
export async function readOpenAccount(q: Db | Tx['q'], macs: RowMacs, id: string): Promise<AccountRow | null> {
  const [row] = await readAccounts(q, macs, { ids: [id] });
  return row && row.disabled_at === null ? row : null;
}

/** Of two who change accounts the second waits until the first is done. Without ids all accounts are held. */
export async function lockAccounts(tx: Tx, ids: readonly string[] | null = null): Promise<void> {
  await sql`select staff.lock_accounts(${ids}::uuid[])`.execute(tx.q);
}

/** Who changes an account, and why. */
export interface ChangedBy {
  /** Null at the terminal. `tokenHash` is of the session that they are signed in with. */
  staff: (NonNullable<Act['staff']> & { tokenHash: Buffer }) | null;
  why: string | null;
  address: string;
}

/** What is done to an account. */
export interface AccountChange {
  act: string;
  before?: unknown;
  after?: unknown;
}

/**
 * Writes an account together with the act that says why; the database lets nobody do the one without the other. Keeps
 * the log's head until the transaction ends: to be called last.
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
