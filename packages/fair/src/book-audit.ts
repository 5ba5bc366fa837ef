/** What reading the whole book finds. */

/** What is wrong, and where. `code` is stable. */
export interface Finding {
  seq: number;
  drawId: string | null;
  code: FindingCode;
}

export type FindingCode =
  | 'malformed'
  | 'other-origin'
  | 'period-length'
  | 'table-order'
  | 'table-too-late'
  | 'no-table'
  | 'two-seals'
  | 'two-fates'
  | 'period-missing'
  | 'seal-too-late'
  | 'seal-in-time'
  | 'drawn-unsealed'
  | 'drawn-twice'
  | 'void-and-drawn'
  | 'other-round'
  | 'signature'
  | 'dice'
  | 'notice'
  | 'liabilities-missing'
  | 'liabilities-twice';

export interface BookAudit {
  entries: number;
  draws: number;
  seals: number;
  voids: number;
  /** Draws whose beacon is the house's own. */
  houseRun: number;
  /** Draws of which no witness says when their seal was there. */
  unwitnessed: number;
  /** Sealed, and neither drawn nor void at the end of what was read. */
  pending: string[];
  findings: Finding[];
}
