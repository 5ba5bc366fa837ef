import { drawDice } from '@tercet/fair';
import { append, lockHead, noteTreeHead } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { step } from '../../trace/steps.ts';
import { type Period, periodStateOf } from '../periods.ts';
import { isSigned } from '../settlement/pay-cause.ts';

/** Outcome of an attempt to draw. `invalid`: the signature does not belong to the round. */
export type DrawOutcome = 'drawn' | 'already-drawn' | 'not-sealed' | 'void' | 'invalid';

/**
 * Draws a sealed period from its round's signature, which may come from any source. The round, the chain and the draw
 * id are fixed, so the signature is the only input. A repeated call records nothing.
 */
export function drawPeriod(db: Db, period: Period, signature: string): Promise<DrawOutcome> {
  return step('draw', {}, () => drawNow(db, period, signature), { drawId: period.drawId });
}

async function drawNow(db: Db, period: Period, signature: string): Promise<DrawOutcome> {
  if (!isSigned(period, signature)) return 'invalid';
  const { dice } = drawDice({
    chainHash: period.table.chain.hash,
    round: period.round,
    signature,
    drawId: period.drawId,
  });
  const outcome = await transaction(db, async (tx): Promise<DrawOutcome> => {
    await lockHead(tx);
    const periodState = await periodStateOf(tx, period);
    if (periodState.drawn) return 'already-drawn';
    if (periodState.void) return 'void';
    if (!periodState.sealedInTime) return 'not-sealed';
    const [entry] = await append(tx, [
      {
        type: 'draw',
        draw_id: period.drawId,
        round: String(period.round),
        signature,
        dice: [String(dice[0]), String(dice[1]), String(dice[2])],
      },
    ]);
    if (!entry) throw new Error('appending to the book returned no entry');
    await tx.q
      .insertInto('draw.draw')
      .values({
        lottery_id: period.lottery.id,
        period: BigInt(period.period),
        round: BigInt(period.round),
        signature: Buffer.from(signature, 'hex'),
        dice,
        total: dice[0] + dice[1] + dice[2],
        entry_seq: entry.seq,
        at: new Date(entry.atMs),
      })
      .execute();
    return 'drawn';
  });
  if (outcome === 'drawn') await noteTreeHead(db);
  return outcome;
}
