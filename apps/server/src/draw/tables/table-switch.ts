import { sql } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Lottery } from '../../lottery/catalogue.ts';

type Which = Pick<Lottery, 'id'>;

/** The last switch of a table. Null if it was never switched, which means open. */
export async function lastSwitch(tx: Tx, lottery: Which): Promise<{ open: boolean; reason: string; at: Date } | null> {
  const row = await tx.q
    .selectFrom('lottery.switch')
    .select(['open', 'reason', 'at'])
    .where('lottery_id', '=', lottery.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Opens or closes a table for bets from now on, with an entry in the book. The caller must hold the book's lock. */
export async function writeTableSwitch(tx: Tx, lottery: Which, open: boolean, reason: string): Promise<void> {
  await sql`select lottery.write_switch(${lottery.id}::smallint, ${newId()}::uuid, ${open}, ${reason})`.execute(tx.q);
}
