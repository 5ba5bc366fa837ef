import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listActs } from '../../src/audit/acts.ts';
import { type Act, record } from '../../src/audit/audit.ts';
import { verifyLog } from '../../src/audit/verify.ts';
import { canonicalText } from '../../src/crypto/canonical.ts';
import { newId } from '../../src/db/ids.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Club, openClub } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';

const WRITERS = 50;

let club: Club;
const audit = (...args: string[]) =>
  clubLines(['audit', ...args], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: '/nowhere' });
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

const finn = { id: newId(), name: 'finn', role: 'finance' };

function act(more: Partial<Act> = {}): Act {
  return { staff: finn, act: 'withdrawal-refused', why: 'the name differs', address: '192.0.2.1', ...more };
}

async function write(more: Partial<Act> = {}): Promise<void> {
  await transaction(club.api, (tx) => record(tx, act(more)));
}

interface Row {
  /** Decimal text. */
  seq: string;
  body: string;
  hash: Buffer;
}

async function rows(): Promise<Row[]> {
  return (await club.owner.query('select seq, body, hash from audit.entry order by seq')).rows;
}

describe('an act', () => {
  test('stands in the log as canonical JSON, chained to the one before', async () => {
    const memberId = newId();
    const member = { bucket: Number.parseInt(memberId.slice(-2), 16), memberId };
    await write({ why: 'Нэр өөр – “2”', subject: 'withdrawal/1', before: { b: 2n, a: [1.5, null] }, member });
    await write({ staff: null, why: null, after: { 10: 'x', 9: new Date(0), none: undefined } });
    const [one, two] = (await rows()) as [Row, Row];
    expect(one.body).toBe(
      `{"act":"withdrawal-refused","address":"192.0.2.1","after":null,"at":"${new Date(club.clock.nowMs()).toISOString()}",` +
        `"before":{"a":[1.5,null],"b":"2"},"member":"${memberId}","seq":"0",` +
        `"staff":{"id":"${finn.id}","name":"finn","role":"finance"},"subject":"withdrawal/1","why":"Нэр өөр – “2”"}`,
    );
    expect(JSON.parse(two.body)).toMatchObject({ seq: '1', staff: null, why: null, member: null });
    expect(two.body).toContain('"after":{"10":"x","9":"1970-01-01T00:00:00.000Z"}');
    const first = createHash('sha256').update(createHash('sha256').digest()).update(one.body).digest();
    expect(one.hash).toEqual(first);
    expect(two.hash).toEqual(createHash('sha256').update(first).update(two.body).digest());
  });

  test('is there with what was done, or not at all', async () => {
    const before = (await rows()).length;
    const broken = transaction(club.api, async (tx) => {
      await record(tx, act());
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    await write();
    expect(await rows()).toHaveLength(before + 1);
    expect(await verifyLog(club.db, [])).toMatchObject({ brokenAt: null });
  });

  test('of fifty writers at once each has a place of its own, without a gap', async () => {
    const before = (await rows()).length;
    const pool = openPool({ url: club.database.urls.api, connectionsMax: WRITERS });
    const db = openDb(pool);
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      transaction(db, async (tx) => {
        await record(tx, act({ subject: `withdrawal/${n}` }));
        await record(tx, act({ subject: `payment/${n}` }));
      }),
    );
    await Promise.all(writers);
    await pool.end();
    const all = await rows();
    expect(all.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: before + 2 * WRITERS }, (_, n) => n));
    expect(new Set(all.map(({ body }) => JSON.parse(body).subject)).size).toBeGreaterThanOrEqual(2 * WRITERS);
    expect(await verifyLog(club.db, [])).toEqual({ size: BigInt(all.length), brokenAt: null, what: null, also: [] });
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1])('%s has no text', (value) => {
  expect(() => canonicalText(value)).toThrow(TypeError);
});

test('names stand in the order of RFC 8785, also those that look like numbers', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7, '10': 8, '9': -0 };
  expect(canonicalText(value)).toBe('{"\\r":2,"1":4,"10":8,"9":0,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

describe('who may write everywhere and changes', () => {
  let stored: { entries: unknown[]; head: { size: bigint; hash: Buffer } };
  beforeAll(async () => {
    while ((await rows()).length < 1_010) {
      await transaction(club.api, async (tx) => {
        for (let n = 0; n < 100; n++) await record(tx, act({ subject: `withdrawal/${n}` }));
      });
    }
    const entries = (await club.owner.query('select * from audit.entry order by seq')).rows;
    const head = (await club.owner.query('select size, hash from audit.head')).rows[0];
    stored = { entries, head };
  });
  afterEach(async () => {
    await club.owner.query('truncate audit.entry');
    await club.owner.query('insert into audit.entry select * from json_populate_recordset(null::audit.entry, $1)', [
      JSON.stringify(stored.entries, (_, value) =>
        typeof value === 'bigint'
          ? String(value)
          : value?.type === 'Buffer'
            ? `\\x${Buffer.from(value.data).toString('hex')}`
            : value,
      ),
    ]);
    await club.owner.query('update audit.head set size = $1, hash = $2', [stored.head.size, stored.head.hash]);
    expect(await verifyLog(club.db, [])).toMatchObject({ brokenAt: null });
  });

  test.each([
    ['what was done', "update audit.entry set body = replace(body, 'refused', 'praised') where seq = 7", 7],
    ['white space', "update audit.entry set body = body || ' ' where seq = 1003", 1003],
    ['a column', "update audit.entry set act = 'nothing' where seq = 8", 8],
    ['whose it was', 'update audit.entry set member_id = null, member_bucket = null where seq = 0', 0],
    ['when', "update audit.entry set at = at - interval '1 hour' where seq = 1000", 1000],
    ['a row away', 'delete from audit.entry where seq = 9', 9, 'is missing'],
    ['the first row away', 'delete from audit.entry where seq = 0', 0, 'is missing'],
    [
      'a row away and moves up the rest',
      'delete from audit.entry where seq = 9; update audit.entry set seq = seq - 1 where seq > 9',
      9,
    ],
    [
      'the order of two',
      `update audit.entry set seq = -1 where seq = 20; update audit.entry set seq = 20 where seq = 21;
       update audit.entry set seq = 21 where seq = -1`,
      20,
    ],
    [
      'the bodies of two',
      'update audit.entry a set body = b.body from audit.entry b where a.seq in (30, 31) and b.seq = 61 - a.seq',
      30,
    ],
    ['the last row away', 'delete from audit.entry where seq = (select max(seq) from audit.entry)', null],
    ['the head', 'update audit.head set size = size - 1', null],
  ])('%s is found, and where', async (_, change, at, words?: string) => {
    await club.owner.query(change);
    const { brokenAt, what } = await verifyLog(club.db, []);
    expect(brokenAt).toBe(at === null ? brokenAt : BigInt(at));
    expect(brokenAt).not.toBeNull();
    expect(what).not.toBeNull();
    if (words !== undefined) expect(what).toBe(words);
    await expect(audit('verify')).rejects.toThrow(`BROKEN: act ${brokenAt} `);
  });

  test('columns that say something else hide nothing behind them', async () => {
    await club.owner.query("update audit.entry set act = 'nothing' where seq in (8, 1003)");
    await club.owner.query("update audit.entry set body = body || ' ' where seq = 1004");
    const columns = 'has columns that its body does not bear out';
    expect(await verifyLog(club.db, [])).toMatchObject({
      brokenAt: 8n,
      what: columns,
      also: [
        { brokenAt: 1_003n, what: columns },
        { brokenAt: 1_004n, what: 'does not follow from the one before' },
      ],
    });
    await expect(audit('verify')).rejects.toThrow(/act 8 .*\n.*act 1003 .*\n.*act 1004 /);
  });

  test('the whole chain behind a change, so that it fits itself, is found by a head that was published', async () => {
    const published = [500n, 1_005n].map((size) => ({
      size,
      head: (stored.entries as Row[])[Number(size) - 1]?.hash.toString('hex') ?? '',
    }));
    await club.owner.query("update audit.entry set body = replace(body, 'refused', 'praised') where seq = 600");
    await club.owner.query(`
      do $$ declare e record; h bytea := (select hash from audit.entry where seq = 599); begin
        update audit.entry set act = 'withdrawal-praised' where seq = 600;
        for e in select seq, body from audit.entry where seq >= 600 order by seq loop
          h := sha256(h || convert_to(e.body, 'UTF8'));
          update audit.entry set hash = h where seq = e.seq;
        end loop;
        update audit.head set hash = h;
      end $$`);
    expect(await verifyLog(club.db, [])).toMatchObject({ brokenAt: null });
    expect(await verifyLog(club.db, published.slice(0, 1))).toMatchObject({ brokenAt: null });
    expect(await verifyLog(club.db, published)).toMatchObject({ brokenAt: 1_004n });
  });

  test('the end away with the head is found by a head that was published', async () => {
    const last = (stored.entries as Row[]).at(-1) as Row;
    const published = [{ size: BigInt(last.seq) + 1n, head: last.hash.toString('hex') }];
    expect(await verifyLog(club.db, published)).toMatchObject({ brokenAt: null });
    await club.owner.query('delete from audit.entry where seq >= 900');
    await club.owner.query(`update audit.head set size = 900, hash = (select hash from audit.entry where seq = 899)`);
    expect(await verifyLog(club.db, [])).toMatchObject({ brokenAt: null });
    expect(await verifyLog(club.db, published)).toMatchObject({ brokenAt: 900n });
  });
});

test('acts are listed newest first, by pages, of all or of one member', async () => {
  const [mira, tomas] = await club.members(2);
  if (!mira || !tomas) throw new Error('nobody came');
  for (const [member, n] of [mira, tomas, mira, mira].map((one, index) => [one, index] as const)) {
    await write({ member, subject: `withdrawal/${n}` });
  }
  const one = await listActs(club.db, { member: mira, limit: 2 });
  expect(one.items.map(({ subject }) => subject)).toEqual(['withdrawal/3', 'withdrawal/2']);
  expect(one).toMatchObject({ total: 3, items: [{ memberId: mira.memberId, staff: finn }, {}] });
  const rest = await listActs(club.db, { member: mira, limit: 2, before: BigInt(one.nextCursor ?? '') });
  expect(rest).toMatchObject({ nextCursor: null, total: 3, items: [{ subject: 'withdrawal/0' }] });
  expect((await listActs(club.db, { limit: 1 })).items[0]?.subject).toBe('withdrawal/3');
});
