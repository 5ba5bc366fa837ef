import { append } from '../book/book.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { databaseNowMs, type Lottery } from '../lottery/catalogue.ts';

type Which = Pick<Lottery, 'id' | 'key'>;

/** How a table was last switched; null where it never was, and takes bets. */
export async function lastSwitch(
  tx: Tx,
  lottery: Pick<Which, 'id'>,
): Promise<{ open: boolean; reason: string; at: Date } | null> {
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

/** Opens or closes a table for bets from now on, with an entry in the book. The caller holds the book. */
export async function writeTableSwitch(tx: Tx, lottery: Which, open: boolean, reason: string): Promise<void> {
  const nowMs = await databaseNowMs(tx.q);
  await append(tx, [
    {
      type: 'switch',
      what: `table/${lottery.key}`,
      state: open ? 'on' : 'off',
      reason,
      from: String(Math.ceil(nowMs / 1_000)),
    },
  ]);
  await tx.q
    .insertInto('lottery.switch')
    .values({ lottery_id: lottery.id, id: newId(), open, reason, at: new Date(nowMs) })
    .execute();
}
