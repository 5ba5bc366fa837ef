import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { drawPeriod } from '../../src/draw/draw.ts';
import { creditsOf } from './drawing.ts';
import { closeScene, openScene, scene, seal } from './forging.ts';

beforeEach(openScene);
afterAll(closeScene);

describe('the function that pays, past the process', () => {
  const NAMES = ['p_bucket', 'p_bucket_to', 'p_lottery', 'p_period', 'p_step', 'p_entry', 'p_table'] as const;
  type Call = Record<(typeof NAMES)[number], unknown>;

  async function chunk(more: Partial<Call> = {}): Promise<string> {
    const { rows } = await scene.club.owner.query(`select hash from book.entry where draw_id = $1 and type = 'draw'`, [
      scene.period.drawId,
    ]);
    const call: Call = {
      p_bucket: 0,
      p_bucket_to: 255,
      p_lottery: scene.table.lotteryId,
      p_period: scene.period.period,
      p_step: 'settle',
      p_entry: rows[0]?.hash ?? null,
      p_table: Buffer.from(scene.table.table.hash, 'hex'),
      ...more,
    };
    return scene.club.pools.draw
      .query(
        'select draw.settle_chunk($1::smallint, $2::smallint, $3::smallint, $4, $5, $6, $7) as n',
        NAMES.map((name) => call[name]),
      )
      .then(
        ({ rows: [row] }) => `paid ${row.n}`,
        (error: Error & { code: string }) => error.code,
      );
  }

  test('refuses every null, and every entry or table that is not the one in the book', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    for (const name of NAMES) expect([name, await chunk({ [name]: null })]).toEqual([name, 'TC001']);
    for (const name of ['p_entry', 'p_table']) {
      expect([name, await chunk({ [name]: Buffer.alloc(32) })]).toEqual([name, 'TC001']);
    }
    for (const [name, value] of [
      ['p_step', 'refund'],
      ['p_step', 'return'],
      ['p_step', 'give'],
      ['p_period', scene.period.period + 1],
      ['p_lottery', scene.other.lotteryId],
      ['p_bucket_to', 256],
      ['p_bucket', -1],
    ] as const) {
      expect([name, value, await chunk({ [name]: value })]).toEqual([name, value, 'TC001']);
    }
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
    expect(await chunk()).toMatch(/^paid [01]$/);
  });

  test('pays no slip that was placed under another table', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    await scene.club.owner.query('update lottery.slip set table_id = $1 where id = $2', [
      scene.other.table.id,
      scene.slip.prepared.slipId,
    ]);
    expect(await chunk()).toBe('paid 0');
  });

  test.each(['refund', 'return'])('gives no stake back by a %s once slips are settled', async (step) => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    expect(await chunk()).toMatch(/^paid [01]$/);
    const before = await creditsOf(scene.club, scene.slip);
    // As if whatever else is asked of the step were so.
    const { rows } = await scene.club.owner.query(
      `select pg_get_functiondef('draw.decides(smallint, bigint, text, text, bytea)'::regprocedure) as decides`,
    );
    await scene.club.owner.query(
      `create or replace function draw.decides(p_lottery smallint, p_period bigint, p_draw_id text, p_step text,
         p_entry bytea) returns boolean language sql stable as 'select true'`,
    );
    expect(await chunk({ p_step: step })).toBe('TC001');
    await scene.club.owner.query(rows[0].decides);
    expect(await creditsOf(scene.club, scene.slip)).toEqual(before);
  });

  test('finds one draw of a period in the book: a second is not written', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    for (const type of ['draw', 'seal']) {
      const { rows } = await scene.club.owner.query('select body from book.entry where draw_id = $1 and type = $2', [
        scene.period.drawId,
        type,
      ]);
      const again = scene.club.pools.draw.query('select book.append(array[$1])', [rows[0].body]);
      await expect(again, type).rejects.toThrow('already');
    }
    expect(await chunk()).toMatch(/^paid [01]$/);
  });

  test('is the only way: no role posts a payout, or changes a balance', async () => {
    const { bucket, memberId } = scene.slip.prepared.identity;
    const calls = [
      `select ledger.pay_back(array[${bucket}::smallint], array['${memberId}'::uuid], current_date, array['${newId()}'::uuid],
         'payout', array[20736000::bigint])`,
      `insert into ledger.transfer values (${bucket}, '${memberId}', current_date, '${newId()}', 'payout', 'play',
         'available', 20736000, 1, now())`,
      `update ledger.balance set available = available + 1, play = play - 1 where member_id = '${memberId}'`,
    ];
    for (const call of calls) {
      expect([call, await scene.club.pool.query(call).catch((error) => error.code)]).toEqual([call, '42501']);
    }
  });
});
