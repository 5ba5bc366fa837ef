/**
 * What a reader needs to know about the club of `served-club.ts`. Imports nothing, since pages are type-checked with
 * other libraries.
 */
export interface ServedClub {
  /** Verifier key of the book. */
  logKey: string;
  witnesses: { vkey: string; url: string }[];
  /** Session cookie of the member with the bets. */
  cookie: string;
  /** Draw ids of the table with all witnesses, and the bets on these draws. */
  draws: {
    drawn: string;
    void: string;
    sealed: string;
    bets: Record<'drawn' | 'void' | 'sealed', { slipId: string; key: string }>;
  };
  /** Time of verification in unix milliseconds. */
  nowMs: number;
}
