import { sql } from 'kysely';
import { sizeShowing } from '../../book/inclusion.ts';
import { currentKey, readLogKeys } from '../../book/log-key.ts';
import { newestCheckpoint } from '../../book/read-log.ts';
import type { Db } from '../../db/pool.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import type { Period } from '../periods.ts';
import { sizeBy, sizeThatShowed } from './book-evidence.ts';

interface StampRow {
  notice: bigint | null;
  stamp: string;
}

/**
 * A string that changes whenever the output of `readShownDraw` may change. It covers the decisions on the draw, the
 * checkpoints shown with it, their numbers of cosignatures, and key-change notices. Valid only for draws whose state
 * no longer depends on the clock. New changeable parts of the output must be added here.
 */
export async function evidenceStamp(db: Db, period: Period): Promise<string> {
  const { lottery, table } = period;
  const isOfDraw = sql`x.lottery_id = ${lottery.id}::smallint and x.period = ${period.period}::bigint`;
  const { rows } = await sql<StampRow>`
    with decided as (
      select (select x.entry_seq from draw.seal x where ${isOfDraw}) as seal,
        (select x.entry_seq from draw.void x where ${isOfDraw}) as void,
        (select x.entry_seq from draw.draw x where ${isOfDraw}) as draw,
        exists (select 1 from draw.override x where ${isOfDraw}) as overridden,
        (select string_agg(x.step, ',' order by x.step) from draw.settlement_step x where ${isOfDraw} and x.state = 'done') as paid
    ), shown as (
      select (${sizeBy(table, period.locks * 1_000 - 1)}) as before, (${sizeBy(table, period.sealByMs)}) as in_time,
        (${sizeThatShowed(period)}) as of_table,
        (${sizeShowing(sql`greatest(d.draw, d.void)`, table.policy)}) as after
      from decided d
    )
    select (select max(e.seq) from book.entry e where e.type = 'notice-of-change') as notice,
      row(d.*, s.*, (select count(*) from book.cosignature w
        where w.size in (s.before, s.in_time, s.of_table, s.after)))::text as stamp
    from decided d, shown s`.execute(db);
  const { notice, stamp } = rows[0] ?? { notice: null, stamp: '' };
  // Notices are shown with the newest checkpoint. The current key depends on the clock.
  return notice === null ? stamp : `${stamp} ${notice} ${await keyAndCheckpoint(db)}`;
}

async function keyAndCheckpoint(db: Db): Promise<string> {
  const key = currentKey(await readLogKeys(db), await databaseNowMs(db));
  return `${key?.vkey} ${(await newestCheckpoint(db))?.note}`;
}
