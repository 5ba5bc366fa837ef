import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { creditsOf } from './drawing.ts';
import { closeScene, drawEntry, faultsNoted, forge, log, openScene, refusal, scene, seal, turn } from './forging.ts';

beforeEach(openScene);
afterAll(closeScene);

describe('a void that was forged', () => {
  async function forgeVoid(): Promise<void> {
    const entry = { draw_id: scene.period.drawId, reason: 'seal-late', table: scene.table.table.hash };
    const seq = await log({ type: 'void', ...entry });
    await scene.club.owner.query(`insert into draw.void values ($1, $2, 'seal-late', $3, clock.now())`, [
      ...[scene.table.lotteryId, scene.period.period, seq],
    ]);
  }

  test('of a draw whose seal was in time gives no stake back, and stops the table', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await forgeVoid();
    expect(await turn()).toEqual([
      `${scene.period.drawId}: refund of ${scene.period.drawId} is not paid: seal-in-time`,
    ]);
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
    expect(await faultsNoted()).toEqual([{ step: 'refund', what: 'seal-in-time' }]);
  });

  test('of a draw that is drawn gives no stake back', async () => {
    await forge(drawEntry());
    await forgeVoid();
    expect(await refusal('refund')).toBe('entry');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('without an entry, or with one in no tree, gives no stake back', async () => {
    await scene.club.at(scene.period.draws * 1_000);
    await scene.club.owner.query(`insert into draw.void values ($1, $2, 'seal-late', 0, clock.now())`, [
      ...[scene.table.lotteryId, scene.period.period],
    ]);
    expect(await refusal('refund')).toBe('entry');
  });

  test('one that is right gives each stake back', async () => {
    await scene.club.at(scene.period.draws * 1_000);
    await turn();
    expect(await creditsOf(scene.club, scene.slip)).toEqual([['refund', 200n]]);
  });
});

describe('a return', () => {
  const DAY_MS = 86_400_000;
  const begin = () =>
    scene.club.pools.draw.query(
      `insert into draw.settlement_step (lottery_id, period, step, state, at) values ($1, $2, 'return', 'begun', clock.now())`,
      [scene.table.lotteryId, scene.period.period],
    );

  test('is begun by nobody before the round is a day late', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS - 1_000);
    await expect(begin()).rejects.toThrow(/row-level security/);
    expect(await refusal('return')).toMatch(/is not a day late/);
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS);
    await begin();
    expect(await refusal('return')).toBe('paid');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([['return', 200n]]);
  });

  test('is begun by nobody of a draw that is drawn', async () => {
    await forge(drawEntry());
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS);
    await expect(begin()).rejects.toThrow(/row-level security/);
  });

  test('is not begun while somebody has brought the signature', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS);
    await scene.club.pool.query('insert into draw.offer values ($1, $2, $3, clock.now())', [
      ...[scene.table.lotteryId, scene.period.period, Buffer.from(scene.club.beacon.sign(scene.period.round), 'hex')],
    ]);
    await payStep(scene.club.draw, scene.period, 'return', null);
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });
});
