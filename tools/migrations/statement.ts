/** A statement as parsed by PostgreSQL's own parser: `{ AlterTableStmt: { … } }`. */
export type Statement = Record<string, Record<string, unknown>>;

export interface Relation {
  schemaname?: string;
  relname: string;
}

export interface Surroundings {
  /** Tables that the same migration creates: no earlier code uses them. */
  made: ReadonlySet<string>;
  /** Names of functions from earlier migrations. */
  functionsBefore: ReadonlySet<string>;
}

/** Large tables or tables written by every slip. They must not be locked for longer than a moment. */
export const HOT_TABLES: ReadonlySet<string> = new Set([
  ...['ledger.transfer', 'ledger.balance', 'ledger.gate', 'ledger.owed'],
  ...[
    'lottery.slip',
    'lottery.gate',
    'lottery.play_session',
    'draw.settlement_chunk',
    'draw.settlement_step',
    'draw.seal',
    'draw.draw',
    'draw.settlement_queue',
  ],
  ...['book.entry', 'book.tree_head', 'book.checkpoint', 'book.cosignature', 'members.session', 'members.member'],
]);

export function nameOf({ schemaname, relname }: Relation): string {
  return schemaname === undefined ? relname : `${schemaname}.${relname}`;
}
