import { sql } from 'kysely';
import { lockHead, noteTreeHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { Period } from '../periods.ts';
import type { PayRefused } from '../settlement/pay-cause.ts';
import { lastSwitch, writeTableSwitch } from './table-switch.ts';

/** Reason of a closed table after a draw that could not be verified. Two people must reopen it. */
export const UNPROVEN = 'draw-unproven';
/** Reason of a table that two people reopened after a fault. */
export const REVIEWED = 'reviewed';

/**
 * Records that a draw could not be verified, once per fault. From then on its table takes no bets
 * (`lottery.why_closed`). Returns whether the fault is new.
 */
export async function noteUnproven(db: Db, period: Period, { step, fault }: PayRefused): Promise<boolean> {
  const { rows } = await sql`
    insert into draw.fault (lottery_id, period, step, what)
    values (${period.lottery.id}::smallint, ${period.period}::bigint, ${step}, ${fault})
    on conflict do nothing returning period`.execute(db);
  return rows.length > 0;
}

/** Reason of a closed table whose entry in the book cannot be read. */
export const UNREADABLE = 'table-unreadable';

/** Closes lotteries with an unreadable table, with an entry in the book. Returns the keys of the closed lotteries. */
export async function closeUnreadable(
  db: Db,
  { unreadable, byId }: Pick<Catalogue, 'unreadable' | 'byId'>,
): Promise<string[]> {
  const closed: string[] = [];
  for (const id of unreadable) {
    const lottery = byId.get(id);
    if (lottery === undefined) continue;
    await transaction(db, async (tx) => {
      await lockHead(tx);
      if ((await lastSwitch(tx, lottery))?.open === false) return;
      await writeTableSwitch(tx, lottery, false, UNREADABLE);
      tx.onCommit(() => void closed.push(lottery.key));
    });
  }
  if (closed.length > 0) await noteTreeHead(db);
  return closed;
}

/**
 * Closes the tables of draws that could not be verified, with an entry in the book. A table that two people reopened
 * stays open until the next fault. Returns the keys of the closed lotteries.
 */
export async function closeUnproven(db: Db, { byId }: Pick<Catalogue, 'byId'>): Promise<string[]> {
  const closed: string[] = [];
  for (const id of await lotteriesToClose(db)) {
    const lottery = byId.get(id);
    if (lottery === undefined) throw new Error(`lottery ${id} is not in the catalogue yet`);
    await transaction(db, async (tx) => {
      await lockHead(tx);
      const last = await lastSwitch(tx, lottery);
      // Also replaces another closing reason, which might end automatically.
      if ((last?.open === false && last.reason === UNPROVEN) || !(await lotteriesToClose(tx.q)).includes(id)) return;
      await writeTableSwitch(tx, lottery, false, UNPROVEN);
      tx.onCommit(() => void closed.push(lottery.key));
    });
  }
  if (closed.length > 0) await noteTreeHead(db);
  return closed;
}

/** Lotteries with a fault after which their table was neither closed for it nor reopened by two people. */
async function lotteriesToClose(q: Db | Tx['q']): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct f.lottery_id as id from draw.fault f
    where not exists (
        select from lottery.switch s where s.lottery_id = f.lottery_id and s.at >= f.at
          and ((not s.open and s.reason = ${UNPROVEN}) or (s.open and s.reason = ${REVIEWED})))
      and (select not s.open and s.reason = ${UNPROVEN} from lottery.switch s
        where s.lottery_id = f.lottery_id order by s.at desc, s.id desc limit 1) is not true
    order by 1`.execute(q);
  return rows.map(({ id }) => id);
}
