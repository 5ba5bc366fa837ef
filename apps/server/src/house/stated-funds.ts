import { createHash } from 'node:crypto';
import type { House } from './house.ts';
import type { Funds, FundsRating, HouseStatements } from './house-file.ts';

/** The statement on members' money that the house makes, with the version that members acknowledge. */
export interface StatedFunds extends Funds {
  rating: FundsRating;
  /** Another one for each other text, link or rating: 16 hexadecimal digits. */
  version: string;
}

/** Null in a house for play, which holds no money, and without a rated statement. A live house has one. */
export function statedFunds(
  { mode }: Pick<House, 'mode'>,
  { funds }: Pick<HouseStatements, 'funds'>,
): StatedFunds | null {
  if (mode !== 'live' || funds === null || funds.rating === null) return null;
  const { text, link, rating } = funds;
  const version = createHash('sha256')
    .update(JSON.stringify([text, link, rating]))
    .digest('hex')
    .slice(0, 16);
  return { text, link, rating, version };
}
