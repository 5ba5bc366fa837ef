/**
 * Which columns of a table a member's data includes, and why the others are left out. A test compares this with the
 * schema, so that no new table or column is forgotten.
 */
export interface Coverage {
  /** Table name with its schema. */
  table: string;
  /** Columns with the bucket and id of the member that a row belongs to. */
  owner: readonly [bucket: string, memberId: string];
  columns: readonly string[];
  /** Reason for each column that is left out. */
  leftOut: Readonly<Record<string, string>>;
}

/** Rows that are included as stored, under a part name. */
export interface TablePart extends Coverage {
  name: string;
  /** Columns that order the rows. */
  by: readonly string[];
  /** Additional SQL condition. */
  only?: string;
  /** SQL expressions for names of referenced ids, by field name. */
  named?: Readonly<Record<string, string>>;
}

export const OWN = ['bucket', 'member_id'] as const;

export const HASH = 'only a hash is kept, of something that nobody else may have';
export const STAFF = 'which of the staff it was; what was done, why and by which role is under `acts`';
export const TYPED_BY_VISITOR = 'typed by a visitor, who may be another person';
export const MAC = 'a check value under a key outside the database';
export const ENCRYPTED =
  'encrypted with a key outside the database, so that nobody reads it; what it is shows in the masked form';
/** Reason for leaving out idempotency keys, which say nothing about the member. */
export const KEY = 'a key by which a call that is sent twice is known again';
export const KEY_ID = 'which key it is encrypted with';
export const ATTEMPTS = 'when the house tries next, and how often it did';

/** A part as written below. The owner is the member unless stated. */
export interface Plan extends Omit<TablePart, 'owner' | 'leftOut'> {
  owner?: TablePart['owner'];
  leftOut?: TablePart['leftOut'];
}
