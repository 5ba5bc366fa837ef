import type { PoolCounts } from '../db/pool.ts';

/** What the thread of the draw says of itself, once a second. */
export interface DrawReport {
  /** By quantile: `0.5`, `0.99`, `1`. */
  delaySeconds: Record<string, number>;
  heapBytes: number;
  pool: PoolCounts;
}

/** What it says to the process that it is a thread of. */
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

/** By the words that faults are told in, of which some name a draw or a witness: few kinds, all known. */
const KINDS: readonly [RegExp, DrawFault][] = [
  [/ seal$/, 'seal'],
  [/ late seals$/, 'late seals'],
  [/ in hand$|^[a-z0-9-]+\/\d+$/, 'draw'],
  [/^beacon/, 'beacon'],
  [/^lease/, 'lease'],
  [/^witness/, 'witness'],
  [/^the store/, 'store'],
  [/^signing the book$/, 'book'],
];

/**
 * A signer that must not sign, and a witness that has seen another book (`BookFault`), are other things than one that
 * cannot at the moment.
 */
export function drawFaultOf(what: string, refusesBook: boolean): DrawFault {
  const kind = KINDS.find(([pattern]) => pattern.test(what))?.[1] ?? 'other';
  if (!refusesBook) return kind;
  return kind === 'witness' ? 'fork' : 'book refused';
}
