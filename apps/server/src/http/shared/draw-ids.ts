import { lockTime, parseDrawId } from '@tercet/fair';
import { type Catalogue, type Lottery, tableOf } from '../../lottery/catalogue.ts';

/** The end of the year 9999 in Unix seconds. PostgreSQL and JavaScript cannot represent later dates. */
const LAST_LOCK = 253_402_300_800;

/** The lottery and period of a draw id from a request; null if no draw of this house can have that id. */
export function findDraw(catalogue: Catalogue, drawId: string): { lottery: Lottery; period: number } | null {
  const parts = parseDrawId(drawId);
  const lottery = parts && catalogue.byKey.get(parts.key);
  if (!lottery || parts.period > LAST_LOCK / lottery.periodSeconds) return null;
  return lockTime(parts.period, lottery.periodSeconds) > LAST_LOCK ? null : { lottery, period: parts.period };
}

/** Like `findDraw`, but null unless a table applies to the period. */
export function findRuledDraw(catalogue: Catalogue, drawId: string): { lottery: Lottery; period: number } | null {
  const found = findDraw(catalogue, drawId);
  return found && tableOf(found.lottery, found.period) ? found : null;
}
