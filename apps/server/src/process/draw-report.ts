import type { PoolCounts } from '../db/pool.ts';

/** Status of the draw's worker thread, sent once a second. */
export interface DrawReport {
  /** Event loop delay by quantile: `0.5`, `0.99`, `1`. */
  delaySeconds: Record<string, number>;
  heapBytes: number;
  pool: PoolCounts;
}

/** Messages from the draw's worker thread to its parent process. */
export type DrawMessage =
  | { kind: 'ready' }
  | { kind: 'report'; report: DrawReport }
  | { kind: 'fault'; what: string; refusesBook: boolean };

export const DRAW_FAULTS = [
  'seal',
  'draw',
  'beacon',
  'lease',
  'book',
  'book refused',
  'fork',
  'witness',
  'store',
  'late seals',
  'other',
] as const;
export type DrawFault = (typeof DRAW_FAULTS)[number];

/**
 * Maps fault names to fault kinds. Some names contain a draw or a witness; metrics need a small, fixed set of labels.
 */
const KINDS: readonly [RegExp, DrawFault][] = [
  [/ seal$/, 'seal'],
  [/ late seals$/, 'late seals'],
  [/ in hand$|^due$|^[a-z0-9-]+\/\d+$/, 'draw'],
  [/^beacon/, 'beacon'],
  [/^lease/, 'lease'],
  [/^witness/, 'witness'],
  [/^the store/, 'store'],
  [/^signing the book$/, 'book'],
];

/**
 * Kind of a fault. A `BookFault` has kinds of its own: `fork` when a witness has seen another book, and `book refused`
 * when the signer must not sign. Other faults are temporary.
 */
export function drawFaultOf(what: string, refusesBook: boolean): DrawFault {
  const kind = KINDS.find(([pattern]) => pattern.test(what))?.[1] ?? 'other';
  if (!refusesBook) return kind;
  return kind === 'witness' ? 'fork' : 'book refused';
}
