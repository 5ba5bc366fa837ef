import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Identity } from '../../identity.ts';
import { type Lottery, scheduleOf, tableOf } from '../../lottery/catalogue.ts';
import { paidState, type SlipState } from '../slips/slip-records.ts';

export interface SettledNews {
  memberId: string;
  balance: {
    availableMinor: string;
    heldMinor: string;
    slipsSettled: {
      slipId: string;
      drawId: string;
      state: Exclude<SlipState, 'pending'>;
      payoutMinor: string;
    }[];
  };
}

interface Row {
  member_id: string;
  available: bigint;
  held: bigint;
  id: string;
  credited: bigint | null;
  won: boolean | null;
  step: string;
}

const MEMBERS_A_QUERY = 500;

/** Results of a paid period for those of `members` who had slips in it. */
export async function settledFor(
  db: Db,
  members: readonly Identity[],
  lottery: Lottery,
  period: number,
): Promise<SettledNews[]> {
  const table = tableOf(lottery, period);
  if (!table) return [];
  const { drawId, locks } = scheduleOf(lottery, table, period);
  const day = new Date(locks * 1_000).toISOString().slice(0, 10);
  const step = await stepOf(db, lottery, period);
  if (step === null) return [];
  const news = new Map<string, SettledNews>();
  for (let from = 0; from < members.length; from += MEMBERS_A_QUERY) {
    const some = members.slice(from, from + MEMBERS_A_QUERY);
    const { rows } = await sql<Omit<Row, 'step'>>`
      select s.member_id, b.available, b.held, s.id, t.credited, t.won
      from unnest(${some.map((one) => one.bucket)}::smallint[], ${some.map((one) => one.memberId)}::uuid[])
        q (bucket, member_id)
      join lottery.slip s on s.bucket = q.bucket and s.member_id = q.member_id and s.day = ${day}::date
        and s.lottery_id = ${lottery.id}::smallint and s.period = ${period}::bigint
      join ledger.balance b on b.bucket = s.bucket and b.member_id = s.member_id
      left join lateral (
        select sum(y.amount)::bigint as credited, bool_or(y.kind = 'payout') as won from ledger.transfer y
        where y.bucket = s.bucket and y.member_id = s.member_id and y.day = ${day}::date and y.ref = s.id
          and y.kind <> 'stake'
      ) t on true`.execute(db);
    for (const row of rows) addNews(news, { ...row, step }, drawId);
  }
  return [...news.values()];
}

/** The decisive step of a period that was paid in several steps. Null while it is unpaid. */
async function stepOf(db: Db, lottery: Lottery, period: number): Promise<string | null> {
  const { rows } = await sql<{ step: string }>`
    select x.step from draw.settlement_step x
    where x.lottery_id = ${lottery.id}::smallint and x.period = ${period}::bigint and x.state = 'done'
    order by array_position(array['settle', 'refund', 'return'], x.step) limit 1`.execute(db);
  return rows[0]?.step ?? null;
}

function addNews(news: Map<string, SettledNews>, row: Row, drawId: string): void {
  const mine = news.get(row.member_id) ?? {
    memberId: row.member_id,
    balance: { availableMinor: String(row.available), heldMinor: String(row.held), slipsSettled: [] },
  };
  mine.balance.slipsSettled.push({
    slipId: row.id,
    drawId,
    state: paidState(row.step, row.won),
    payoutMinor: String(row.credited ?? 0n),
  });
  news.set(row.member_id, mine);
}
