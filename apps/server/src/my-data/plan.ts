/**
 * Which columns of a table go into a member's data, and why the others do not. A column is in one of the two: a test
 * walks the schema, so that a later table or column is not forgotten.
 */
export interface Coverage {
  /** With its schema. */
  table: string;
  /** The columns that say whose a row is. */
  owner: readonly [bucket: string, memberId: string];
  columns: readonly string[];
  /** Column to the reason why it stays out. */
  leftOut: Readonly<Record<string, string>>;
}

/** Rows that are given as they are stored, under a name of their own. */
export interface TablePart extends Coverage {
  name: string;
  /** The order of the rows, by columns. */
  by: readonly string[];
  /** Further SQL that a row has to meet. */
  only?: string;
  /** What ids in the row stand for, in SQL, by the name of the field. */
  named?: Readonly<Record<string, string>>;
}

export const OWN = ['bucket', 'member_id'] as const;

export const HASH = 'only a hash is kept, of something that nobody else may have';
export const STAFF = 'which of the staff it was; what was done, why and by which role is under `acts`';
export const MAC = 'a check value under a key outside the database';
export const SEALED =
  'sealed with a key outside the database, so that nobody reads it; what it is shows in the masked form';
/** The key of a call, and nothing about the member. */
export const KEY = 'a key by which a call that is sent twice is known again';
export const KEY_ID = 'which key it is sealed with';
export const TRIES = 'when the house tries next, and how often it did';

/** A part as it is written down: of the member himself unless it says otherwise. */
export interface Plan extends Omit<TablePart, 'owner' | 'leftOut'> {
  owner?: TablePart['owner'];
  leftOut?: TablePart['leftOut'];
}
