import { canonicalText } from './canonical.ts';
import type { FieldCipher } from './field-cipher.ts';

/**
 * What decides in a row that nobody may write by hand. Its MAC is over these columns, under a key of the keys folder:
 * to write such a row takes the key, whatever password of the database somebody has. A session that ended and a passkey
 * that was taken away have none any more, and need none.
 */
const MARKED = {
  'staff.account': [
    ...(['id', 'name', 'role', 'password_hash', 'password_given', 'password_until', 'totp', 'totp_key_id'] as const),
    ...(['created_at', 'disabled_at', 'handed_by', 'handed_at', 'act_seq'] as const),
  ],
  'staff.session': ['token_hash', 'staff_id', 'created_at', 'idle_until', 'expires_at', 'proved_at'],
  'staff.passkey': ['id', 'staff_id', 'credential_id', 'public_key', 'counter', 'created_at'],
  'staff.challenge': ['attempt_hash', 'kind', 'challenge', 'session_hash', 'expires_at'],
  'staff.proposal': ['id', 'what', 'subject', 'body', 'why', 'proposed_by', 'proposed_at'],
  /** What became of a proposal, which stands in the same row. */
  'staff.decision': ['id', 'mac', 'decision', 'decided_by', 'decided_at', 'decided_why'],
  'payments.legal_hold': [
    ...(['bucket', 'member_id', 'id', 'authority', 'reference', 'proposed_by', 'expires_at'] as const),
  ],
  /** That a second person confirmed a legal hold, which stands in the same row. */
  'payments.legal_hold_confirmation': ['id', 'mac', 'confirmed_by', 'from_at'],
  'staff.instruction': ['id', 'what', 'subject', 'body', 'staff_id'],
  /** Without the words, which are erased in time. */
  'payments.withdrawal_review': [
    ...(['bucket', 'member_id', 'withdrawal_id', 'id', 'staff_id', 'verdict', 'reason', 'at'] as const),
  ],
  'payments.payment_review': [...(['bucket', 'member_id', 'payment_id', 'id', 'staff_id', 'verdict', 'at'] as const)],
  /** How far the daily pass of the reconciliation is. */
  'ledger.reconciliation': ['bucket', 'since'],
} as const;

export type MarkedTable = keyof typeof MARKED;
/** A row with all the columns that decide; it may have others. */
export type MarkedRow<T extends MarkedTable> = Readonly<Record<(typeof MARKED)[T][number], unknown>>;

export interface RowMacs {
  of<T extends MarkedTable>(table: T, row: MarkedRow<T>): string;
  /** Whether the server wrote a row. What it did not write counts for nothing, and whoever watches is told. */
  isGenuine<T extends MarkedTable>(table: T, row: MarkedRow<T>, mac: string | null): boolean;
}

/** `onForged` is told the table of each row that is found to be none of the server's. */
export function rowMacs(cipher: FieldCipher, onForged: (table: MarkedTable) => void): RowMacs {
  return {
    of: (table, row) => cipher.macOf(textOf(table, row)),
    isGenuine(table, row, mac) {
      const isRight = mac !== null && cipher.isMacOf(mac, textOf(table, row));
      if (!isRight) onForged(table);
      return isRight;
    },
  };
}

function textOf<T extends MarkedTable>(table: T, row: MarkedRow<T>): string {
  const columns: readonly (typeof MARKED)[T][number][] = MARKED[table];
  const values = columns.map((column) => {
    const value = row[column];
    if (value === undefined) throw new TypeError(`${table}.${column} was not read`);
    return Buffer.isBuffer(value) ? value.toString('hex') : value;
  });
  return canonicalText([table, ...values]);
}
