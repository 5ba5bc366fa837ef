import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { voidUnsealed } from '../../src/draw/seal/void.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import { openTransaction } from '../kit/locks.ts';
import { creditsOf, winOf } from './drawing.ts';
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

  test('refuses a range of buckets that is none', async () => {
    await drawn();
    expect(await chunk({ p_bucket: 10, p_bucket_to: 9 })).toBe('TC001');
    expect(await chunk({ p_bucket: 256, p_bucket_to: 256 })).toBe('TC001');
    expect(await chunk({ p_bucket: 255, p_bucket_to: 255 })).toMatch(/^paid [01]$/);
  });

  /** Outcome of a call by the owner after a change, which is rolled back. */
  async function after(step: string, change: string): Promise<string> {
    const client = await scene.club.owner.connect();
    try {
      await client.query('begin');
      const { rowCount } = await client.query(change);
      expect([change, rowCount]).not.toEqual([change, 0]);
      const { rows } = await client.query(
        `select draw.settle_chunk(0::smallint, 255::smallint, $1::smallint, $2::bigint, $3,
           (select hash from book.entry where draw_id = $4 and type = $5 order by seq limit 1), $6) as n`,
        [
          ...[scene.table.lotteryId, scene.period.period, step, scene.period.drawId],
          { settle: 'draw', refund: 'void', return: 'seal' }[step],
          Buffer.from(scene.table.table.hash, 'hex'),
        ],
      );
      return `paid ${rows[0].n}`;
    } catch (error) {
      return String((error as { code?: string }).code ?? error);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const drawn = async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
  };
  const of = () => `lottery_id = ${scene.table.lotteryId} and period = ${scene.period.period}`;
  const entry = (type: string) => `draw_id = '${scene.period.drawId}' and type = '${type}'`;
  const again = (type: string) => `insert into book.entry
    select (select max(seq) + 1 from book.entry), type, draw_id, body || ' ', hash, at from book.entry where ${entry(type)}`;
  /** Changes the dice in row and entry, each entry with its own leaf hash. */
  const withDice = (dice: number[]) => `with told as (
      update book.entry set body = jsonb_set(body::jsonb, '{dice}', '${JSON.stringify(dice.map(String))}')::text,
        hash = sha256('\\x00'::bytea || convert_to(
          jsonb_set(body::jsonb, '{dice}', '${JSON.stringify(dice.map(String))}')::text, 'UTF8'))
      where ${entry('draw')} returning 1)
    update draw.draw set dice = '{${dice.join()}}', total = ${dice.slice(0, 3).reduce((sum, die) => sum + die, 0)}
    where ${of()}`;

  test('waits for no step of another lottery', async () => {
    await drawn();
    const other = await openTransaction(scene.club.owner);
    try {
      // As a refund or return does.
      await other.client.query('select 1 from lottery.lottery where id = $1 for no key update', [
        scene.other.lotteryId,
      ]);
      expect(await after('settle', `set local lock_timeout = '3s'`)).toMatch(/^paid [01]$/);
    } finally {
      await other.rollback();
    }
  });

  test('settles by nothing but the one entry, its row, its seal and its table', async () => {
    await drawn();
    const tableEntry = `seq = ${scene.table.table.entrySeq}`;
    for (const change of [
      `update draw.draw set round = round + 1 where ${of()}`,
      `update draw.draw set signature = '\\x00' where ${of()}`,
      `update draw.draw set dice = array[dice[2], dice[3], dice[1] % 6 + 1] where ${of()}`,
      `update draw.draw set total = total + 1 where ${of()}`,
      `update draw.draw set entry_seq = entry_seq - 1 where ${of()}`,
      `delete from draw.draw where ${of()}`,
      `delete from draw.seal where ${of()}`,
      `insert into draw.void values (${scene.table.lotteryId}, ${scene.period.period}, 'seal-late', 0, now())`,
      `update book.entry set body = body || ' ' where ${entry('draw')}`,
      `update book.entry set hash = sha256('another') where ${entry('draw')}`,
      `update book.entry set draw_id = 'dice-30/1' where ${entry('draw')}`,
      `update book.entry set type = 'seal' where ${entry('draw')}`,
      again('draw'),
      withDice([6, 6, 7]),
      withDice([0, 6, 6]),
      withDice([6, 6]),
      withDice([6, 6, 6, 6]),
      `update lottery.odds_table set hash = sha256('another') where id = ${scene.table.table.id}`,
      `update lottery.odds_table set entry_seq = entry_seq + 1 where id = ${scene.table.table.id}`,
      `update lottery.odds_table set first_period = first_period - 1 where id = ${scene.table.table.id}`,
      `update book.entry set hash = sha256('another') where ${tableEntry}`,
      `update book.entry set body = body || ' ' where ${tableEntry}`,
      `update book.entry set type = 'rule' where ${tableEntry}`,
    ]) {
      expect([change, await after('settle', change)]).toEqual([change, 'TC001']);
    }
    const overridden = `with void as (insert into draw.void values (
        ${scene.table.lotteryId}, ${scene.period.period}, 'seal-late', 0, now()))
      insert into draw.override values (${scene.table.lotteryId}, ${scene.period.period}, now())`;
    expect(await after('settle', overridden)).toMatch(/^paid [01]$/);
    expect(await after('settle', withDice([6, 6, 6]))).toBe('paid 1');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('refunds by nothing but the one entry and its row, and nothing that is drawn', async () => {
    await scene.club.at(scene.period.draws * 1_000);
    await voidUnsealed(scene.club.draw, [scene.period]);
    const at = `${scene.table.lotteryId}, ${scene.period.period}`;
    for (const change of [
      `delete from draw.void where ${of()}`,
      `update book.entry set body = body || ' ' where ${entry('void')}`,
      `update book.entry set hash = sha256('another') where ${entry('void')}`,
      `update book.entry set draw_id = 'dice-30/1' where ${entry('void')}`,
      again('void'),
      `insert into draw.draw values (${at}, 1, '\\x00', '{6,6,6}', 18, 0, now())`,
    ]) {
      expect([change, await after('refund', change)]).toEqual([change, 'TC001']);
    }
    const overridden = `with drawn as (insert into draw.draw values (${at}, 1, '\\x00', '{6,6,6}', 18, 0, now()))
      insert into draw.override values (${at}, now())`;
    expect(await after('refund', overridden)).toBe('paid 1');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('returns by nothing but the one seal, a day late and begun', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000 + 86_400_000 - 1);
    const begin = `insert into draw.settlement_step (lottery_id, period, step, state, at)
      values (${scene.table.lotteryId}, ${scene.period.period}, 'return', 'begun', now())`;
    expect(await after('return', begin)).toBe('TC001');
    await scene.club.at(scene.period.draws * 1_000 + 86_400_000);
    expect(await after('return', begin)).toBe('paid 1');
    for (const change of [
      'select 1',
      begin.replace(`'return'`, `'refund'`).replace(`'begun'`, `'done'`),
      begin.replace('settlement_step', 'settlement_chunk').replace('state', 'bucket').replace(`'begun'`, '0'),
      begin.replace(`'begun'`, `'done'`),
      `with begun as (${begin}) delete from draw.seal where ${of()}`,
      `with begun as (${begin}) update book.entry set body = body || ' ' where ${entry('seal')}`,
      `with begun as (${begin}) ${again('seal')}`,
      begin.replace(`${scene.period.period}`, `${scene.period.period + 1}`),
      begin.replace(`(${scene.table.lotteryId}, `, `(${scene.other.lotteryId}, `),
    ]) {
      expect([change, await after('return', change)]).toEqual([change, 'TC001']);
    }
    expect(await creditsOf(scene.club, scene.slip)).toEqual([]);
  });

  test('gives a winner what is missing to the payout, and nobody less than nothing', async () => {
    await seal();
    await scene.club.at(scene.period.draws * 1_000 + 86_400_000);
    await payStep(scene.club.draw, scene.period, 'return', null);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    const win = winOf(scene.club, scene.slip, scene.period);
    expect(await chunk()).toBe(win > 200n ? 'paid 1' : 'paid 0');
    expect(await creditsOf(scene.club, scene.slip)).toEqual([
      ['return', 200n],
      ...(win > 200n ? [['payout', win - 200n]] : []),
    ]);
    expect(await chunk()).toBe('paid 0');
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
    // Replace the other checks of the step by ones that always pass.
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
