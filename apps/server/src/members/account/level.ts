/** 1: registered. 2: name and card or account are verified. 3: the same, a year after joining. */
export type Level = 1 | 2 | 3;

const YEARS_FOR_THREE = 1;

/** What a level follows from, and all that it follows from: nothing of what a member stakes, wins, loses or tops up. */
export interface Standing {
  /** His real name is given, and a card or account in that name is bound. */
  verified: boolean;
  /** Whole years since he joined. */
  years: number;
}

/** The level says how well the club knows a member. It gives him nothing in play. */
export function levelOf({ verified, years }: Standing): Level {
  if (!verified) return 1;
  return years >= YEARS_FOR_THREE ? 3 : 2;
}
