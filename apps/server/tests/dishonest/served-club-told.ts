/**
 * What a reader needs to know of the club of `served-club.ts`. Imports nothing: pages are typed with other libraries.
 */
export interface ServedClub {
  /** Verifier key of the book. */
  logKey: string;
  witnesses: { vkey: string; url: string }[];
  /** The session of the member who bet. */
  cookie: string;
  /** Draws of the table that names all witnesses, by their ids, and the bets on them. */
  draws: {
    drawn: string;
    void: string;
    sealed: string;
    bets: Record<'drawn' | 'void' | 'sealed', { slipId: string; key: string }>;
  };
  /** Unix milliseconds at which all this is looked at. */
  nowMs: number;
}
