import { canonicalText } from './canonical.ts';
import type { FieldCipher } from './field-cipher.ts';

/**
 * Columns that a row's MAC covers. These rows decide about access and money, so nobody may write them by hand. A
 * database password alone cannot forge one: the MAC needs a key of the keys folder. An ended session and a removed
 * passkey lose their MAC.
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
  /** Decision on a proposal, stored in the proposal's row. */
  'staff.decision': ['id', 'mac', 'decision', 'decided_by', 'decided_at', 'decided_why'],
  'payments.legal_hold': [
    ...(['bucket', 'member_id', 'id', 'authority', 'reference', 'proposed_by', 'expires_at'] as const),
  ],
  /** Confirmation of a legal hold by a second person, stored in the hold's row. */
  'payments.legal_hold_confirmation': ['id', 'mac', 'confirmed_by', 'from_at'],
  'staff.instruction': ['id', 'what', 'subject', 'body', 'staff_id'],
  /** Without the written explanation, which is erased after its retention period. */
  'payments.withdrawal_review': [
    ...(['bucket', 'member_id', 'withdrawal_id', 'id', 'staff_id', 'verdict', 'reason', 'at'] as const),
  ],
  'payments.payment_review': [...(['bucket', 'member_id', 'payment_id', 'id', 'staff_id', 'verdict', 'at'] as const)],
  /** Progress of the daily reconciliation. */
  'ledger.reconciliation': ['bucket', 'since'],
} as const;

export type MarkedTable = keyof typeof MARKED;
/** A row with all columns that the MAC covers. It may have others. */
export type MarkedRow<T extends MarkedTable> = Readonly<Record<(typeof MARKED)[T][number], unknown>>;

export interface RowMacs {
  of<T extends MarkedTable>(table: T, row: MarkedRow<T>): string;
  /** Whether the server wrote the row. A forged row must be ignored; it is also reported to `onForged`. */
  isGenuine<T extends MarkedTable>(table: T, row: MarkedRow<T>, mac: string | null): boolean;
}

/** Computes and verifies row MACs. Calls `onForged` with the table of each row whose MAC is missing or wrong. */
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
    if (value === undefined) throw new TypeError(`${table}.${column} is missing from the query`);
    return Buffer.isBuffer(value) ? value.toString('hex') : value;
  });
  return canonicalText([table, ...values]);
}
