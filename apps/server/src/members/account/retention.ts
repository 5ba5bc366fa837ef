import years from '../../retention.json' with { type: 'json' };

/**
 * How long a kind of data is kept after an account is closed and paid out, and why. The house sets the years in
 * src/retention.json. These statements must match what the jobs do.
 */
export interface Retention {
  kind: (typeof KINDS)[number];
  /** Null: as long as the club exists. */
  years: number | null;
  why: (typeof WHYS)[number];
  /** How the data is erased. */
  erased: (typeof ERASED)[number];
}

export const KINDS = [
  ...([
    'money',
    'bets',
    'person',
    'consents',
    'sessions',
    'messages',
    'push',
    'avatar',
    'films',
    'recognition',
  ] as const),
  ...(['acts', 'book'] as const),
] as const;
export const WHYS = [
  ...(['money-laundering-law', 'proof', 'security', 'news', 'no-use', 'exclusion', 'chained', 'public'] as const),
] as const;
/**
 * How data is erased after its years.
 *
 * - `at-closing`: when the account closes.
 * - `by-itself`: by a job.
 * - `lines-stay`, `slips-stay`: only what identifies a person is erased, because postings and bets are never deleted.
 * - `name-last`: everything, and the user name once no proof of liabilities needs it.
 * - `acts-stay`: nothing, including names that staff wrote.
 * - `never`: it cannot be removed.
 */
export const ERASED = [
  ...(['at-closing', 'by-itself', 'name-last', 'lines-stay', 'slips-stay', 'acts-stay', 'never'] as const),
] as const;

export const RETENTION: readonly Retention[] = [
  { kind: 'money', years: years.money, why: 'money-laundering-law', erased: 'lines-stay' },
  { kind: 'bets', years: years.bets, why: 'money-laundering-law', erased: 'slips-stay' },
  { kind: 'person', years: years.person, why: 'money-laundering-law', erased: 'name-last' },
  { kind: 'consents', years: years.consents, why: 'proof', erased: 'by-itself' },
  { kind: 'sessions', years: years.sessions, why: 'security', erased: 'by-itself' },
  { kind: 'messages', years: years.messages, why: 'news', erased: 'by-itself' },
  { kind: 'push', years: years.push, why: 'no-use', erased: 'by-itself' },
  { kind: 'avatar', years: 0, why: 'no-use', erased: 'at-closing' },
  { kind: 'films', years: years.films, why: 'no-use', erased: 'by-itself' },
  // Counted from the end of a running exclusion: see erase-expired.ts.
  { kind: 'recognition', years: years.recognition, why: 'exclusion', erased: 'by-itself' },
  { kind: 'acts', years: null, why: 'chained', erased: 'acts-stay' },
  { kind: 'book', years: null, why: 'public', erased: 'never' },
];
