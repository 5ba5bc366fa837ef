import type { Dice } from '@tercet/fair';
import { append } from '../../src/book/book.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Period } from '../../src/draw/periods.ts';
import type { Club, OpenTable } from '../kit/club.ts';

/**
 * Writes a draw with chosen dice and an invalid signature. The process that settles would refuse it. The database
 * function cannot verify signatures, so tests of it can cover all 216 outcomes.
 */
export async function pretendDrawn(club: Club, period: Period, [a, b, c]: Dice): Promise<string> {
  const { lottery, drawId } = period;
  const signature = Buffer.alloc(48).toString('hex');
  const dice: [string, string, string] = [String(a), String(b), String(c)];
  const logged = await transaction(club.draw, (tx) =>
    append(tx, [
      { type: 'seal', draw_id: drawId, root: '00'.repeat(32), count: '4', table: period.table.hash },
      { type: 'draw', draw_id: drawId, round: String(period.round), signature, dice },
    ]),
  );
  const [seal, draw] = logged;
  await club.owner.query(
    `insert into draw.seal (lottery_id, period, root, slip_count, entry_seq, at) values ($1, $2, $3, 4, $4, clock.now())`,
    [lottery.id, period.period, Buffer.alloc(32), seal?.seq],
  );
  await club.owner.query(
    `insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
     values ($1, $2, $3, $4, $5, $6, $7, clock.now())`,
    [lottery.id, period.period, period.round, Buffer.alloc(48), [a, b, c], a + b + c, draw?.seq],
  );
  return draw?.hash ?? '';
}

/** Payouts of a period by slip, in minor units. Throws if a slip was paid twice or got anything but a payout. */
export async function payoutsOf(club: Club, table: OpenTable, period: Period): Promise<Map<string, bigint>> {
  const { rows } = await club.pool.query(
    `select t.ref, t.amount, t.kind from ledger.transfer t
     join lottery.slip s on s.bucket = t.bucket and s.member_id = t.member_id and s.day = t.day and s.id = t.ref
     where s.lottery_id = $1 and s.period = $2 and t.kind <> 'stake'`,
    [table.lotteryId, period.period],
  );
  const paid = new Map(rows.map((row) => [row.ref, row.amount]));
  if (paid.size !== rows.length) throw new Error('a slip was paid twice');
  if (rows.some((row) => row.kind !== 'payout')) throw new Error('not only payouts');
  return paid;
}
