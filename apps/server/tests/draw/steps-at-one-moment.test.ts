import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { creditsOf, expectBooksBalance, winOf } from './drawing.ts';
import { closeScene, drawEntry, log, openScene, scene, seal, writeRow } from './forging.ts';

beforeEach(openScene);
afterAll(closeScene);

/** A late draw whose stake is being returned when it is drawn. Rows and entries permit either step. */
async function lateAndDrawn(): Promise<{ win: bigint; parameters: (step: string) => Promise<unknown[]> }> {
  await seal();
  await scene.club.at(scene.period.draws * 1_000 + 86_400_000);
  await scene.club.owner.query(`insert into draw.settlement_step (lottery_id, period, step, state, at)
    values (${scene.table.lotteryId}, ${scene.period.period}, 'return', 'begun', clock.now())`);
  const entry = drawEntry();
  await writeRow(entry, await log(entry));
  const parameters = async (step: string) => {
    const type = step === 'settle' ? 'draw' : 'seal';
    const { rows } = await scene.club.owner.query('select hash from book.entry where draw_id = $1 and type = $2', [
      scene.period.drawId,
      type,
    ]);
    const table = Buffer.from(scene.table.table.hash, 'hex');
    return [scene.table.lotteryId, scene.period.period, step, rows[0]?.hash, table];
  };
  return { win: winOf(scene.club, scene.slip, scene.period), parameters };
}

const SETTLE = `select draw.settle_chunk(0::smallint, 255::smallint, $1::smallint, $2, $3, $4, $5)`;

describe('two steps of one period at the same moment', () => {
  test.each<[first: string, second: string, end: 'commit' | 'rollback']>([
    ['settle', 'return', 'commit'],
    ['return', 'settle', 'commit'],
    ['settle', 'return', 'rollback'],
    ['return', 'settle', 'rollback'],
  ])('pay a slip once: %s, then %s before the %s of the first', async (first, second, end) => {
    const { win, parameters } = await lateAndDrawn();
    const open = await openTransaction(scene.club.pools.draw);
    try {
      await open.client.query(SETTLE, await parameters(first));
      const later = scene.club.pools.draw.query(SETTLE, await parameters(second)).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      await untilWaiting(scene.club.owner, open.pid);
      await open[end]();
      const isOver = first === 'settle' && end === 'commit';
      expect(await later).toBe(isOver ? 'TC001' : 'done');
    } finally {
      await open.rollback();
    }
    const last = end === 'commit' ? [first, second] : [second];
    const returned = last.includes('return') && last[0] !== 'settle' ? 200n : 0n;
    const paid = last.includes('settle') && win > returned ? win - returned : 0n;
    const expected = [['return', returned] as const, ['payout', paid] as const].filter(([, amount]) => amount > 0n);
    expect(await creditsOf(scene.club, scene.slip)).toEqual(expected);
    await expectBooksBalance(scene.club);
  });
});
