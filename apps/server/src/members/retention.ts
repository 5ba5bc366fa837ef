import years from './retention.json' with { type: 'json' };

/**
 * How long a kind of data is kept once an account is closed and paid out, and why. The years are the house's to set, in
 * retention.json beside this file; what is said here must be what is done.
 */
export interface Retention {
  kind: (typeof KINDS)[number];
  /** Null: as long as the club exists. */
  years: number | null;
  why: (typeof WHYS)[number];
  /** `by-itself`: a job erases it after that time. `not-yet`: nothing does so far. `never`: it cannot be taken out. */
  erased: (typeof ERASED)[number];
}

export const KINDS = [
  ...(['money', 'bets', 'person', 'consents', 'sessions', 'messages', 'push', 'recognition'] as const),
  ...(['acts', 'book'] as const),
] as const;
export const WHYS = [
  'money-laundering-law',
  'proof',
  'security',
  'news',
  'no-use',
  'exclusion',
  'chained',
  'public',
] as const;
export const ERASED = ['by-itself', 'not-yet', 'never'] as const;

export const RETENTION: readonly Retention[] = [
  { kind: 'money', years: years.money, why: 'money-laundering-law', erased: 'not-yet' },
  { kind: 'bets', years: years.bets, why: 'money-laundering-law', erased: 'not-yet' },
  { kind: 'person', years: years.person, why: 'money-laundering-law', erased: 'not-yet' },
  { kind: 'consents', years: years.consents, why: 'proof', erased: 'not-yet' },
  { kind: 'sessions', years: years.sessions, why: 'security', erased: 'by-itself' },
  { kind: 'messages', years: years.messages, why: 'news', erased: 'by-itself' },
  { kind: 'push', years: years.push, why: 'no-use', erased: 'by-itself' },
  // Counted from the end of an exclusion where one runs: see erase-kept.ts.
  { kind: 'recognition', years: years.recognition, why: 'exclusion', erased: 'by-itself' },
  { kind: 'acts', years: null, why: 'chained', erased: 'never' },
  { kind: 'book', years: null, why: 'public', erased: 'never' },
];

/** Of a kind that a job erases. */
export function yearsKept(kind: 'sessions' | 'messages' | 'push' | 'recognition'): number {
  return years[kind];
}
