/** 1: registered. 2: name and card or account verified. 3: verified, and a member for a year. */
export type Level = 1 | 2 | 3;

const YEARS_FOR_THREE = 1;

/** Everything a level depends on. Stakes, wins, losses and top-ups are not part of it. */
export interface LevelFacts {
  /** True when a real name is given, and a card or account in that name is bound. */
  verified: boolean;
  /** Whole years since joining. */
  years: number;
}

/** How well the club knows a member. The level has no effect on play. */
export function levelOf({ verified, years }: LevelFacts): Level {
  if (!verified) return 1;
  return years >= YEARS_FOR_THREE ? 3 : 2;
}
