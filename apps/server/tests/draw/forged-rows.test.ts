import { generateKeyPairSync } from 'node:crypto';
import { openTime } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logKeyOf } from '../../src/book/log-key.ts';
import type { Period } from '../../src/draw/periods.ts';
import { payStep } from '../../src/draw/settlement/pay.ts';
import { isSigned, PayRefused, verifyPayCause } from '../../src/draw/settlement/pay-cause.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import { closeScene, openScene, scene, seal, turn } from './forging.ts';

// Each row and entry that a payment depends on is changed, removed or duplicated by hand, as the owner can. Nothing is
// paid then, and the fault has a name.

afterAll(closeScene);

type Step = 'settle' | 'refund' | 'return';

const owner = (text: string, values: unknown[] = []) => scene.club.owner.query(text, values);

/** Like a process that has just started: it has verified no table. */
function fresh(): Period {
  return { ...scene.period, table: { ...scene.period.table } };
}

async function faultOf(step: Step, period = scene.period, logKeys: readonly string[] | null = null): Promise<string> {
  return verifyPayCause(scene.club.draw, period, step, logKeys).then(
    () => 'verified',
    (error: unknown) => (error instanceof PayRefused ? error.fault : String(error)),
  );
}

/** The fault while one row is changed; restores the row. */
async function changed(
  step: Step,
  table: string,
  where: string,
  change: string,
  period = scene.period,
): Promise<string> {
  const { rows } = await owner(`select to_jsonb(t) as row from ${table} t where ${where}`);
  expect(rows).toHaveLength(1);
  const key = table.startsWith('book') ? (table === 'book.entry' ? 'seq' : 'size') : null;
  const same = key ? `t.${key} = ${rows[0].row[key]}` : where;
  await owner(`update ${table} t set ${change} where ${where}`);
  const fault = await faultOf(step, period);
  const columns = Object.keys(rows[0].row).map((name) => `"${name}" = r."${name}"`);
  await owner(
    `update ${table} t set ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1) r where ${same}`,
    [rows[0].row],
  );
  return fault;
}

/** The fault while one row is missing; restores the row. */
async function removed(step: Step, table: string, where: string): Promise<string> {
  const { rows } = await owner(`delete from ${table} t where ${where} returning to_jsonb(t) as row`);
  expect(rows).toHaveLength(1);
  const fault = await faultOf(step);
  await owner(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [rows[0].row]);
  return fault;
}

/** The fault while the draw has an extra entry, at the end of the book and in no tree. */
async function added(step: Step, type: string, body: string, act = () => faultOf(step)): Promise<string> {
  const { rows } = await owner(
    `insert into book.entry (seq, type, draw_id, body, hash, at)
     select max(seq) + 1, $1, $2, $3, sha256('\\x00'::bytea || convert_to($3, 'UTF8')), clock.now()
     from book.entry returning seq`,
    [type, scene.period.drawId, body],
  );
  const fault = await act();
  await owner('delete from book.entry where seq = $1', [rows[0].seq]);
  return fault;
}

const ofDraw = () => `t.lottery_id = ${scene.table.lotteryId} and t.period = ${scene.period.period}`;
const ofEntry = (type: string) => `t.type = '${type}' and t.draw_id = '${scene.period.drawId}'`;
const ofTable = () => `t.id = ${scene.table.table.id}`;
const ofTableEntry = () => `t.seq = ${scene.table.table.entrySeq}`;
const voidBody = (table = scene.table.table.hash) =>
  `{"draw_id":"${scene.period.drawId}","reason":"seal-late","table":"${table}","type":"void"}`;
/** A different body with its own leaf hash. */
const body = (text: string) => `body = ${text}, hash = sha256('\\x00'::bytea || convert_to(${text}, 'UTF8'))`;

describe('a draw that is drawn', () => {
  beforeAll(async () => {
    await openScene();
    await seal();
    await scene.club.at(scene.period.draws * 1_000);
    await drawPeriod(scene.club.draw, scene.period, scene.club.beacon.sign(scene.period.round));
    expect(await faultOf('settle')).toBe('verified');
  });

  test.each([
    ['draw.draw', 'round = round + 1'],
    ['draw.draw', `signature = overlay(signature placing '\\x00' from 1)`],
    ['draw.draw', 'dice = array[dice[2], dice[3], dice[1] % 6 + 1]'],
    ['draw.draw', 'entry_seq = entry_seq - 1'],
    ['draw.seal', `root = sha256('another')`],
    ['draw.seal', 'slip_count = slip_count + 1'],
    ['draw.seal', 'entry_seq = entry_seq + 1'],
  ])('is not paid where the row in %s has %s', async (table, change) => {
    expect(await changed('settle', table, ofDraw(), change)).toBe('row');
  });

  test.each(['draw.draw', 'draw.seal'])('is not paid without the row in %s', async (table) => {
    expect(await removed('settle', table, ofDraw())).toBe('row');
  });

  test.each(['draw', 'seal'])('is not paid by a %s whose text or hash was changed, or that is gone', async (type) => {
    expect(await changed('settle', 'book.entry', ofEntry(type), `hash = sha256('another')`)).toBe('entry');
    expect(await changed('settle', 'book.entry', ofEntry(type), `body = replace(body, '"', ' "')`)).toBe('entry');
    expect(await removed('settle', 'book.entry', ofEntry(type))).toBe('entry');
  });

  test('is not paid by a seal of another table, nor by one of an older version that is not canonical', async () => {
    const { hash } = scene.table.table;
    const other = body(`replace(body, '${hash}', '${'ab'.repeat(32)}')`);
    expect(await changed('settle', 'book.entry', ofEntry('seal'), other)).toBe('entry');
    const old = `replace(body, '"table":"${hash}",', '')`;
    expect(await changed('settle', 'book.entry', ofEntry('seal'), body(`replace(${old}, ',', ', ')`))).toBe('entry');
    // Canonical, but not the entry in the tree.
    expect(await changed('settle', 'book.entry', ofEntry('seal'), body(old))).toBe('place');
  });

  test.each(['draw', 'seal'])('is not paid where the book has a second %s', async (type) => {
    const { rows } = await owner(`select body from book.entry t where ${ofEntry(type)}`);
    expect(await added('settle', type, rows[0].body)).toBe('entry');
  });

  test('is not paid where it is void, too', async () => {
    expect(await added('settle', 'void', voidBody())).toBe('entry');
    const at = [scene.table.lotteryId, scene.period.period];
    const insert = `insert into draw.void values ($1, $2, 'seal-late', 0, clock.now())`;
    await owner(insert, at);
    expect(await faultOf('settle')).toBe('entry');
    // An overridden draw is paid once all its entries are in the book.
    await owner('insert into draw.override values ($1, $2, clock.now())', at);
    expect(await faultOf('settle')).toBe('verified');
    expect(await added('settle', 'void', voidBody())).toBe('place');
    await owner('delete from draw.override where lottery_id = $1 and period = $2', at);
    await owner('delete from draw.void where lottery_id = $1 and period = $2', at);
  });

  test.each([
    `hash = sha256('another')`,
    'first_period = first_period - 1',
    'entry_seq = entry_seq + 1',
    'multipliers[20] = multipliers[20] + 1',
  ])('is not paid by a table whose row has %s', async (change) => {
    expect(await changed('settle', 'lottery.odds_table', ofTable(), change, fresh())).toBe('table');
  });

  test('is not paid by a table whose entry was changed, or is that of another lottery', async () => {
    // Its hash is not part of its own proof; the other entries' proofs contain it.
    expect(await changed('settle', 'book.entry', ofTableEntry(), `hash = sha256('another')`)).toBe('place');
    const cheaper = body(`replace(body, '"stake_min":"', '"stake_min":"1')`);
    expect(await changed('settle', 'book.entry', ofTableEntry(), cheaper, fresh())).toBe('table');
    const { lottery } = scene.period;
    expect(await faultOf('settle', { ...fresh(), lottery: { ...lottery, key: 'another' } })).toBe('table');
    const slower = { ...lottery, periodSeconds: 2 * lottery.periodSeconds };
    expect(await faultOf('settle', { ...fresh(), lottery: slower })).toBe('table');
    const other = { ...scene.period.table, hash: 'ab'.repeat(32) };
    expect(await faultOf('settle', { ...fresh(), table: other })).toBe('table');
  });

  test('is not paid by a table that the book showed no sooner than its first period began', async () => {
    const { entrySeq, firstPeriod } = scene.table.table;
    const opens = openTime(firstPeriod, scene.period.lottery.periodSeconds);
    const first = `t.size = (select min(size) from book.tree_head where size > ${entrySeq})`;
    const at = (seconds: string) =>
      changed('settle', 'book.tree_head', first, `at = to_timestamp(${seconds})`, fresh());
    expect(await at(`${opens}`)).toBe('table');
    expect(await at(`${opens - 1}.999`)).toBe('verified');
  });

  test('waits while the catalogue of this process has not the table that rules', async () => {
    const older = { ...scene.period.table, id: scene.period.table.id - 1 };
    expect(await faultOf('settle', { ...scene.period, table: older })).toContain('is not in the catalogue yet');
  });

  test('is paid by a signed book only as its key signed it', async () => {
    const key = () => logKeyOf(generateKeyPairSync('ed25519').privateKey, 'example.org/tercet');
    const [own, other] = [key(), key()];
    const { rows } = await owner('select size, root from book.tree_head order by size desc limit 1');
    const { size, root } = rows[0];
    const text = (of = root) => `example.org/tercet\n${size}\n${Buffer.from(of).toString('base64')}\n`;
    const signed = async (note: string, logKeys: readonly string[]) => {
      await owner('insert into book.checkpoint values ($1, $2, clock.now())', [size, note]);
      const fault = await faultOf('settle', fresh(), logKeys);
      await owner('delete from book.checkpoint');
      return fault;
    };
    const note = `${text()}\n${own.signLine(text())}`;
    expect(await signed(note, [own.vkey])).toBe('verified');
    expect(await signed(note, [other.vkey])).toBe('table');
    expect(await signed(note, [])).toBe('table');
    expect(await signed('made up', [own.vkey])).toBe('table');
    const another = text(Buffer.alloc(32, 7));
    expect(await signed(`${another}\n${own.signLine(another)}`, [own.vkey])).toBe('table');
  });

  test('has the signature of its own round and key, whatever was found valid before', () => {
    const { table, round } = scene.period;
    const signature = scene.club.beacon.sign(round);
    expect(isSigned(scene.period, signature)).toBe(true);
    expect(isSigned({ table, round: round + 1 }, signature)).toBe(false);
    const { publicKey } = table.chain;
    const chain = { ...table.chain, publicKey: `${publicKey.slice(0, -2)}${publicKey.endsWith('00') ? '01' : '00'}` };
    expect(isSigned({ table: { chain }, round }, signature)).toBe(false);
    expect(isSigned(scene.period, scene.club.beacon.sign(round + 1))).toBe(false);
  });

  test('has nothing to return or refund', async () => {
    expect(await faultOf('refund')).toBe('entry');
    expect(await faultOf('return')).toContain('is not a day late');
  });
});

describe('a draw that is void', () => {
  beforeAll(async () => {
    await openScene();
    await scene.club.at(scene.period.draws * 1_000);
    await turn();
    expect(await faultOf('refund')).toBe('verified');
  });

  test('is not refunded where its row is of another entry, or gone', async () => {
    expect(await changed('refund', 'draw.void', ofDraw(), 'entry_seq = entry_seq - 1')).toBe('row');
    expect(await removed('refund', 'draw.void', ofDraw())).toBe('row');
  });

  test('is not refunded by an entry that was changed, that is of another table, or gone', async () => {
    const change = (to: string) => changed('refund', 'book.entry', ofEntry('void'), to);
    expect(await change(`hash = sha256('another')`)).toBe('entry');
    expect(await change(`body = replace(body, 'seal-late', 'as we like')`)).toBe('entry');
    expect(await change(body(`'${voidBody('ab'.repeat(32))}'`))).toBe('entry');
    expect(await removed('refund', 'book.entry', ofEntry('void'))).toBe('entry');
  });

  test('is not refunded by an entry that is in no tree of the book', async () => {
    const old = `replace(body, ',"table":"${scene.table.table.hash}"', '')`;
    expect(await changed('refund', 'book.entry', ofEntry('void'), body(old))).toBe('place');
  });

  test('is not refunded where it is drawn, by its row or by the book, or void twice', async () => {
    const drawn = `{"dice":["6","6","6"],"draw_id":"${scene.period.drawId}","round":"1","signature":"aa","type":"draw"}`;
    expect(await added('refund', 'draw', drawn)).toBe('entry');
    expect(await added('refund', 'void', voidBody())).toBe('entry');
    const at = [scene.table.lotteryId, scene.period.period];
    await owner(`insert into draw.draw values ($1, $2, 1, '\\x00', '{6,6,6}', 18, 0, clock.now())`, at);
    expect(await faultOf('refund')).toBe('entry');
    await owner('delete from draw.draw where lottery_id = $1 and period = $2', at);
  });

  test('is neither settled nor returned', async () => {
    expect(await faultOf('settle')).toBe('entry');
    expect(await faultOf('return')).toBe('entry');
  });
});

describe('a draw whose stakes are to be returned', () => {
  beforeAll(async () => {
    await openScene();
    await seal();
    await scene.club.at(scene.period.draws * 1_000 + 86_400_000);
    await payStep(scene.club.draw, scene.period, 'return', null);
    expect(await faultOf('return')).toBe('verified');
  });

  test('returns none by a seal that is gone, changed, of another row, or late', async () => {
    expect(await removed('return', 'book.entry', ofEntry('seal'))).toBe('entry');
    expect(await changed('return', 'book.entry', ofEntry('seal'), `hash = sha256('another')`)).toBe('entry');
    expect(await changed('return', 'draw.seal', ofDraw(), 'slip_count = slip_count + 1')).toBe('row');
    const late = `at = to_timestamp(${scene.period.sealByMs + 1} / 1000.0)`;
    const first = `t.size = (select min(c.size) from book.tree_head c join book.entry e on c.size > e.seq
      where e.type = 'seal' and e.draw_id = '${scene.period.drawId}')`;
    expect(await changed('return', 'book.tree_head', first, late)).toBe('seal-late');
    const inTime = `at = to_timestamp(${scene.period.sealByMs} / 1000.0)`;
    expect(await changed('return', 'book.tree_head', first, inTime)).toBe('verified');
  });

  test('ends what was begun where it is void meanwhile, and begins nothing then', async () => {
    const at = [scene.table.lotteryId, scene.period.period];
    await owner(`insert into draw.void values ($1, $2, 'seal-late', 0, clock.now())`, at);
    const late = `at = to_timestamp(${scene.period.sealByMs + 1} / 1000.0)`;
    const first = `t.size = (select min(c.size) from book.tree_head c join book.entry e on c.size > e.seq
      where e.type = 'seal' and e.draw_id = '${scene.period.drawId}')`;
    expect(await changed('return', 'book.tree_head', first, late)).toBe('verified');
    const begun = await owner(
      `delete from draw.settlement_step where lottery_id = $1 and period = $2 and step = 'return' and state = 'begun' returning at`,
      at,
    );
    expect(await changed('return', 'book.tree_head', first, late)).toBe('seal-late');
    await owner(`insert into draw.settlement_step values ($1, $2, 'return', 'begun', $3)`, [...at, begun.rows[0].at]);
    await owner('delete from draw.void where lottery_id = $1 and period = $2', at);
  });
});
