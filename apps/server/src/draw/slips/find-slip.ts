import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import { type Catalogue, currentPeriod } from '../../lottery/catalogue.ts';

/** Largest difference between the time in the id, by a server's clock, and the acceptance, by the database's. */
const CLOCKS_APART_MS = 60_000;
/** Slips read of a lottery. In a fuller period, a slip is not found by its id alone. */
const SLIPS_MAX = 20_000;
/** No slip is older. */
const SLIP_MS_MIN = Date.UTC(2024, 0);
/** End of four-digit years. */
const SLIP_MS_MAX = Date.UTC(9999, 0);

/**
 * The member of a slip; null if none was found. No index knows a slip by its id alone. The id has its time, and the
 * index of a period's slips has few rows, so the periods of that time are read. A slip of a server whose clock was
 * further off is not found.
 */
export async function findSlipOwner(q: Db | Tx['q'], { lotteries }: Catalogue, id: string): Promise<Account | null> {
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  // Ids of other kinds may hold any time, such as 1970.
  if (ms < SLIP_MS_MIN || ms > SLIP_MS_MAX) return null;
  const day = (days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);
  for (const lottery of lotteries) {
    const [first, last] = [ms - CLOCKS_APART_MS, ms + CLOCKS_APART_MS].map((at) => currentPeriod(lottery, at));
    const { rows } = await sql<Account>`
      select s.bucket, s.member_id as "memberId" from (
        select o.bucket, o.member_id, o.id from lottery.slip o
        where o.lottery_id = ${lottery.id}::smallint and o.period between ${first}::bigint and ${last}::bigint
          and o.day between ${day(-1)}::date and ${day(2)}::date
        limit ${SLIPS_MAX}) s
      where s.id = ${id}::uuid`.execute(q);
    if (rows[0]) return rows[0];
  }
  return null;
}
