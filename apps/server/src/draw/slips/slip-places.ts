import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import type { Catalogue, Lottery } from '../../lottery/catalogue.ts';

/** Lottery and period of a slip. */
export interface SlipPlace {
  lottery: Lottery;
  period: number;
}

/** Lottery and period of a member's slip transfers, by `ref`. Other transfers are left out. */
export async function slipPlaces(
  q: Db | Tx['q'],
  catalogue: Catalogue,
  { bucket, memberId }: Pick<Identity, 'bucket' | 'memberId'>,
  transfers: readonly { ref: string; day: string }[],
): Promise<Map<string, SlipPlace>> {
  if (transfers.length === 0) return new Map();
  const { rows } = await sql<{ id: string; lottery_id: number; period: bigint }>`
    select s.id, s.lottery_id, s.period from lottery.slip s
    where ${ofMember({ bucket, memberId }, 's')}
      and s.day = any (${[...new Set(transfers.map(({ day }) => day))]}::date[])
      and s.id = any (${[...new Set(transfers.map(({ ref }) => ref))]}::uuid[])`.execute(q);
  return new Map(
    rows.flatMap(({ id, lottery_id: lotteryId, period }) => {
      const lottery = catalogue.byId.get(lotteryId);
      return lottery ? [[id, { lottery, period: Number(period) }]] : [];
    }),
  );
}
