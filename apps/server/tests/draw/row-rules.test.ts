import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { orderPublishing } from '../kit/decisions.ts';
import { closeScene, drawEntry, log, openScene, scene, seal, writeRow } from './forging.ts';

// The conditions under which the database takes rows of draws. The process decides by the same rules first, so these
// are called directly, with one condition broken at a time.

afterAll(closeScene);

/** A function's answer after some statements, which are then undone. */
async function asked(call: string, values: unknown[], ...before: string[]): Promise<unknown> {
  const client = await scene.club.owner.connect();
  try {
    await client.query('begin');
    for (const statement of before) await client.query(statement);
    const { rows } = await client.query({ text: `select ${call}`, values, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const key = () => [scene.table.lotteryId, scene.period.period];
const ofPeriod = () => `lottery_id = ${scene.table.lotteryId} and period = ${scene.period.period}`;

/**
 * Another lottery's table that began later, and a future one of the same lottery. Both have another beacon, with a
 * round each day.
 */
const OTHER_TABLES = () => [
  `update lottery.odds_table set first_period = ${scene.period.period - 1}
   where lottery_id = ${scene.table.lotteryId}`,
  `update lottery.odds_table set beacon_period = 86400, first_period = ${scene.period.period}
   where lottery_id = ${scene.other.lotteryId}`,
  `insert into lottery.odds_table
   select (jsonb_populate_record(t, jsonb_build_object('id', 9999, 'first_period', ${scene.period.period + 1},
     'beacon_period', 86400, 'proposal_id', null, 'hash', '\\x' || repeat('ab', 32), 'entry_seq', 9999))).*
   from lottery.odds_table t where t.lottery_id = ${scene.table.lotteryId} order by t.first_period desc limit 1`,
];

async function sealRow(): Promise<{ root: Buffer; slip_count: string; entry_seq: string }> {
  const { rows } = await scene.club.owner.query(
    `select root, slip_count::text, entry_seq::text from draw.seal where ${ofPeriod()}`,
  );
  return rows[0];
}

describe('a sealed period', () => {
  beforeAll(async () => {
    await openScene();
    await seal();
  });

  test('takes the seal that the book has, after the lock of all buckets', async () => {
    const { root, slip_count, entry_seq } = await sealRow();
    const call = 'draw.may_seal($1, $2, $3, $4, $5)';
    const right = [...key(), root, slip_count, entry_seq];
    expect(await asked(call, right)).toBe(true);
    expect(await asked(call, [...key(), Buffer.alloc(32), slip_count, entry_seq])).toBe(false);
    expect(await asked(call, [...key(), root, Number(slip_count) + 1, entry_seq])).toBe(false);
    expect(await asked(call, [...key(), root, slip_count, Number(entry_seq) - 1])).toBe(false);
    const oneGate = `update lottery.gate set period = ${scene.period.period}
      where lottery_id = ${scene.table.lotteryId} and bucket = 0`;
    expect(await asked(call, right, oneGate)).toBe(false);
    const otherGates = `update lottery.gate set period = 0 where lottery_id = ${scene.other.lotteryId}`;
    expect(await asked(call, right, otherGates)).toBe(true);
  });

  test('has a table that could not be written any more', async () => {
    const call = `lottery.may_table(t.*) from lottery.odds_table t where t.id = ${scene.table.table.id}`;
    expect(await asked(call, [])).toBe(false);
    // The same entry and row, for a period that is still to come.
    const first = scene.period.period + 10;
    const later = `update book.entry set body = replace(body, '"first_period":"' || ${scene.table.table.firstPeriod} || '"',
      '"first_period":"${first}"') where seq = ${scene.table.table.entrySeq}`;
    const row = `update lottery.odds_table set first_period = ${first} where id = ${scene.table.table.id}`;
    expect(await asked(call, [], later, row)).toBe(true);
  });

  test('is of a lottery that two people retire, if it has a table of its own', async () => {
    const { id } = await orderPublishing(scene.club, 'retirement', 'dice-30', {});
    const call = 'lottery.retire($1) is not null';
    const without = ({ lotteryId }: { lotteryId: number }) =>
      `delete from lottery.odds_table where lottery_id = ${lotteryId}`;
    expect(await asked(call, [id])).toBe(true);
    expect(await asked(call, [id], without(scene.other))).toBe(true);
    await expect(asked(call, [id], without(scene.table))).rejects.toMatchObject({ code: 'TC001' });
  });

  test('was sealed in time where the first tree head that has the seal is not late', async () => {
    const call = '(select in_time from draw.sealing($1, $2))';
    expect(await asked(call, key())).toBe(true);
    const { entry_seq } = await sealRow();
    const late = `update book.tree_head set at = at + interval '1 minute' where size > ${entry_seq}`;
    expect(await asked(call, key(), late)).toBe(false);
    expect(await asked(call, key(), `delete from book.tree_head where size > ${entry_seq}`)).toBe(false);
  });
});

describe('a drawn period', () => {
  let drawn: ReturnType<typeof drawEntry>;
  let drawSeq: bigint;

  beforeAll(async () => {
    await openScene();
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    drawn = drawEntry();
    drawSeq = await log(drawn);
  });

  test('takes the round of its own table, whatever other tables say', async () => {
    const call = 'draw.may_draw($1, $2, $3, $4, $5, $6, $7)';
    const dice = drawn.dice.map(Number);
    const total = dice.reduce((sum, die) => sum + die, 0);
    const right = [...key(), drawn.round, Buffer.from(drawn.signature, 'hex'), dice, total, drawSeq];
    expect(await asked(call, right)).toBe(true);
    expect(await asked(call, right, ...OTHER_TABLES())).toBe(true);
    const own = `update lottery.odds_table set beacon_period = 86400 where lottery_id = ${scene.table.lotteryId}`;
    expect(await asked(call, right, own)).toBe(false);
  });

  test('takes no void once it is drawn, however late the seal', async () => {
    await writeRow(drawn, drawSeq);
    const { drawId, table } = scene.period;
    const voidSeq = await log({ type: 'void', draw_id: drawId, reason: 'seal-late', table: table.hash });
    const call = 'draw.may_void($1, $2, $3)';
    const late = `delete from draw.seal where ${ofPeriod()}`;
    expect(await asked(call, [...key(), voidSeq], late)).toBe(false);
    const undrawn = `delete from draw.draw where ${ofPeriod()}`;
    expect(await asked(call, [...key(), voidSeq], late, undrawn)).toBe(true);
    const draws = `update draw.draw set period = period + 1 where ${ofPeriod()}`;
    expect(await asked(call, [...key(), voidSeq], late, draws)).toBe(true);
    expect(await asked(call, [...key(), voidSeq], undrawn)).toBe(false);
    expect(await asked(call, [...key(), drawSeq], late, undrawn)).toBe(false);
  });

  test('is a day late by its own table', async () => {
    const call = 'draw.is_day_late($1, $2)';
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS - 1);
    expect(await asked(call, key())).toBe(false);
    await scene.club.at(scene.period.draws * 1_000 + DAY_MS);
    expect(await asked(call, key())).toBe(true);
    expect(await asked(call, key(), ...OTHER_TABLES())).toBe(true);
    expect(await asked(call, key(), `delete from draw.seal where ${ofPeriod()}`)).toBe(false);
  });
});
