import { lockTime, parseDrawId } from '@tercet/fair';
import { type Catalogue, type Lottery, tableOf } from '../../lottery/catalogue.ts';

/** The end of the year 9999 in unix seconds: later moments are no dates to PostgreSQL or to JavaScript. */
const LAST_LOCK = 253_402_300_800;

/** The lottery and period of a draw id that somebody sent; null for what cannot be a draw of this house. */
export function findDraw(catalogue: Catalogue, drawId: string): { lottery: Lottery; period: number } | null {
  const parts = parseDrawId(drawId);
  const lottery = parts && catalogue.byKey.get(parts.key);
  if (!lottery || parts.period > LAST_LOCK / lottery.periodSeconds) return null;
  return lockTime(parts.period, lottery.periodSeconds) > LAST_LOCK ? null : { lottery, period: parts.period };
}

/** The same, where a table rules the period. */
export function findRuledDraw(catalogue: Catalogue, drawId: string): { lottery: Lottery; period: number } | null {
  const found = findDraw(catalogue, drawId);
  return found && tableOf(found.lottery, found.period) ? found : null;
}
