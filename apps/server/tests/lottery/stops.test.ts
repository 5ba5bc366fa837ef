import { randomUUID } from 'node:crypto';
import { BookAuditor, type StopEntry } from '@tercet/fair';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { advance, diceOf, outcomeOf, periodIn } from '../draw/drawing.ts';
import { placeOver, type SignedIn, signIn } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';
import { orderPublishing } from '../kit/decisions.ts';
import { ORIGIN } from '../kit/lotteries.ts';

const WHY = 'as the owners agreed';
const AHEAD_MS = 15_000;
const LENGTH_MS = 60_000;

let at: TestConsole;
let table: OpenTable;
let other: OpenTable;
let member: SignedIn;
beforeAll(async () => {
  at = await openConsole({}, async (club) => {
    table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
    other = await club.openTable({ key: 'dice-180', periodSeconds: 180 });
  });
  member = await signIn(at.club, await at.club.member({ credits: 1_000_000n }));
});
afterAll(() => at.close());

/** The clock, in the middle of a period of every table; the member signed in again. */
beforeEach(async () => {
  await moveTo((Math.floor(at.club.clock.nowMs() / 180_000) + 1) * 180_000 + 20_000);
});

async function moveTo(ms: number): Promise<void> {
  await at.at(ms);
  member = await signIn(at.club, member);
}

/** What a proposal changes of a stop of the table for maintenance, without an end. */
type StopBody = Record<string, unknown>;

function propose(change: StopBody = {}, who = at.staff.owner): Promise<Answer> {
  const stop = { what: 'table/dice-60', reason: 'maintenance', order: null, untilMs: null };
  return at.post('/api/console/stops', { ...stop, ...change, why: WHY }, who);
}

function proposeEnd(what: string): Promise<Answer> {
  return at.post('/api/console/stops/end', { what, why: WHY }, at.staff.owner);
}

function confirm({ body }: Answer, who = at.staff.finance): Promise<Answer> {
  return at.post(`/api/console/proposals/${body.id}/confirm`, { why: WHY }, who);
}

/** Stops by two people. Returns the time from which it holds. */
async function stop(change: StopBody = {}): Promise<number> {
  const { status, body } = await confirm(await propose(change));
  expect({ status, pending: body.pending }, JSON.stringify(body)).toEqual({ status: 200, pending: false });
  return body.inForceFromMs as number;
}

async function end(what: string): Promise<number> {
  const { status, body } = await confirm(await proposeEnd(what));
  expect({ status, pending: body.pending }, JSON.stringify(body)).toEqual({ status: 200, pending: false });
  return body.inForceFromMs as number;
}

/** Null for an accepted bet, else the code of its refusal. */
async function bet(key: string, who = member): Promise<string | null> {
  const { body } = await at.get(`/api/lotteries/${key}`);
  const { current, table: odds } = body as unknown as { current: { drawId: string }; table: { hash: string } };
  const slip = { drawId: current.drawId, tableHash: odds.hash, selections: [{ bet: 'big', stakeMinor: '100' }] };
  const answer = await answerOf(await placeOver(at.server, who, slip));
  return answer.status === 201 ? null : (answer.body.code ?? '?');
}

async function shown(key: string) {
  return (await at.get(`/api/lotteries/${key}`)).body as {
    closed: boolean;
    stop: { fromMs: number; untilMs: number | null; lottery: string | null; reason: string } | null;
  };
}

async function stopEntries(): Promise<StopEntry[]> {
  const { rows } = await at.club.owner.query(`select body from book.entry where type = 'stop' order by seq`);
  return rows.map(({ body }) => JSON.parse(body));
}

const lastStop = async () => (await stopEntries()).at(-1);

/** Processes learn of a stop by NOTIFY. */
async function untilShown(key: string, fromMs: number): Promise<void> {
  await expect.poll(async () => (await shown(key)).stop?.fromMs, { timeout: 5_000 }).toBe(fromMs);
}

describe('a stop of one table', () => {
  test('begins with the next period: the open one takes bets and is drawn, then the table takes none', async () => {
    expect(await bet('dice-60')).toBeNull();
    const open = periodIn(at.club, table);
    const fromMs = await stop();
    expect(fromMs).toBe(open.locks * 1_000);
    await untilShown('dice-60', fromMs);
    expect(await shown('dice-60')).toMatchObject({ closed: false, stop: { lottery: 'dice-60', untilMs: null } });
    expect(await bet('dice-60')).toBeNull();

    await moveTo(fromMs);
    await advance(at.club, table);
    expect(await shown('dice-60')).toMatchObject({ closed: true });
    expect(await bet('dice-60')).toBe('betting-stopped');
    expect(await bet('dice-180')).toBeNull();
    await moveTo(open.draws * 1_000);
    await advance(at.club, table);
    expect(await outcomeOf(at.club, open)).toMatchObject({ dice: [diceOf(at.club, open)], entries: ['seal', 'draw'] });
  });

  test('is ended by two people, from the next period on', async () => {
    const fromMs = await end('table/dice-60');
    expect(await bet('dice-60')).toBe('betting-stopped');
    await moveTo(fromMs);
    expect(await bet('dice-60')).toBeNull();
    expect(await lastStop()).toMatchObject({ what: 'table/dice-60', reason: 'ended', until: String(fromMs / 1_000) });
    expect((await proposeEnd('table/dice-60')).body).toMatchObject({ code: 'not-stopped' });
  });

  test('ends by itself at its time', async () => {
    const begins = (Math.floor((at.club.clock.nowMs() + AHEAD_MS) / LENGTH_MS) + 1) * LENGTH_MS;
    const fromMs = await stop({ untilMs: begins + LENGTH_MS });
    expect(fromMs).toBe(begins);
    await moveTo(fromMs + LENGTH_MS - 1);
    expect(await bet('dice-60')).toBe('betting-stopped');
    await moveTo(fromMs + LENGTH_MS);
    expect(await bet('dice-60')).toBeNull();
    expect(await shown('dice-60')).toMatchObject({ closed: false, stop: null });
  });
});

describe('a stop of all betting', () => {
  test('holds for each period that opens later; an open one takes bets until its end', async () => {
    const order = { authority: 'Gambling authority', reference: 'GA-2026/17' };
    const fromMs = await stop({ what: 'betting', reason: 'authority', order });
    expect(await lastStop()).toEqual({
      ...{ type: 'stop', what: 'betting', reason: 'authority', ...order },
      ...{ from: String(fromMs / 1_000), until: '0' },
    });
    await untilShown('dice-180', fromMs);
    await moveTo(fromMs + 30_000);
    expect(await bet('dice-60')).toBe('betting-stopped');
    // Its period of three minutes opened before the stop.
    expect(await bet('dice-180')).toBeNull();
    const { body } = await at.get('/api/house');
    expect(body.stops).toMatchObject([{ lottery: null, name: null, ...order, fromMs, untilMs: null }]);
    await moveTo(other.schedule().locks * 1_000);
    expect(await bet('dice-180')).toBe('betting-stopped');

    const endsMs = await end('betting');
    await moveTo(Math.ceil(endsMs / 180_000) * 180_000);
    expect([await bet('dice-60'), await bet('dice-180')]).toEqual([null, null]);
    expect((await at.get('/api/house')).body.stops).toEqual([]);
  });
});

describe('house rule 1: a stop never touches an open period', () => {
  test('confirmed at any moment around the opening of a period, it begins with one that opens later', async () => {
    for (const beforeMs of [0, 1, 999, 14_999, 15_000, 15_001, 59_999]) {
      const opens = (Math.floor(at.club.clock.nowMs() / LENGTH_MS) + 3) * LENGTH_MS;
      await moveTo(opens - beforeMs);
      const nowMs = at.club.clock.nowMs();
      const fromMs = await stop();
      expect(fromMs % LENGTH_MS, `${beforeMs} ms before`).toBe(0);
      expect(fromMs).toBeGreaterThanOrEqual(nowMs + AHEAD_MS);
      expect(fromMs).toBeLessThanOrEqual(nowMs + AHEAD_MS + LENGTH_MS);
      await moveTo(fromMs - 1);
      expect(await bet('dice-60')).toBeNull();
      await moveTo(fromMs);
      expect(await bet('dice-60')).toBe('betting-stopped');
      const endsMs = await end('table/dice-60');
      await moveTo(endsMs);
    }
  });

  test('of twenty bets at the moment of its confirmation all are accepted', async () => {
    const proposed = await propose();
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => signIn(at.club, await at.club.member({ credits: 10_000n }))),
    );
    const [confirmed, ...codes] = await Promise.all([confirm(proposed), ...others.map((one) => bet('dice-60', one))]);
    expect(confirmed.status).toBe(200);
    expect(codes.filter((code) => code !== null)).toEqual([]);
    await moveTo((confirmed.body.inForceFromMs as number) + 1);
    await moveTo(await end('table/dice-60'));
  });

  test('no row of a stop can concern a period that was open when it was written', async () => {
    const early = `select from lottery.stop where from_at < at + interval '15 seconds'`;
    expect((await at.club.owner.query(early)).rows).toEqual([]);
  });
});

describe('a stop needs two people', () => {
  test('its proposer does not confirm it, and neither do roles without that right', async () => {
    const proposed = await propose();
    expect((await confirm(proposed, at.staff.owner)).body).toMatchObject({ code: 'second-person-needed' });
    for (const role of ['support', 'content', 'auditor'] as const) {
      expect((await confirm(proposed, at.staff[role])).status).toBe(403);
      expect((await propose({}, at.staff[role])).status).toBe(403);
    }
    expect(await shown('dice-60')).toMatchObject({ closed: false, stop: null });
    const declined = await at.post(
      `/api/console/proposals/${proposed.body.id}/decline`,
      { why: WHY },
      at.staff.finance,
    );
    expect(declined.body).toMatchObject({ outcome: 'declined' });
  });

  test('with the password of a process nobody writes one alone', async () => {
    const { body } = await propose();
    const { jobs } = at.club.pools;
    for (const id of [body.id, randomUUID()]) {
      await expect(jobs.query('select lottery.stop_betting($1)', [id])).rejects.toMatchObject({ code: 'TC001' });
    }
    const entry = {
      type: 'stop',
      what: 'betting',
      reason: 'fault',
      authority: '',
      reference: '',
      from: '1',
      until: '0',
    };
    const text = JSON.stringify(entry, Object.keys(entry).sort());
    const rows = `insert into lottery.stop (entry_seq, from_at, reason, at) values (1, clock.now(), 'fault', clock.now())`;
    for (const role of ['api', 'draw', 'jobs'] as const) {
      await expect(at.club.pools[role].query(rows)).rejects.toMatchObject({ code: '42501' });
      await expect(at.club.pools[role].query('select book.append($1)', [[text]])).rejects.toMatchObject({
        code: '42501',
      });
    }
    await at.post(`/api/console/proposals/${body.id}/decline`, { why: WHY }, at.staff.owner);
  });

  test('leaves tracks: both people, the reasons and the order are in the audit log', async () => {
    await at.acts();
    const order = { authority: 'Court of the city', reference: '12 C 34/26' };
    await stop({ reason: 'authority', order });
    const acts = await at.acts();
    const of = (name: string) => acts.find(({ act }) => act === name);
    expect(of('stop-proposed')).toMatchObject({ subject: 'lottery/dice-60', why: WHY, after: order });
    expect(of('stop-confirmed')).toMatchObject({ subject: 'lottery/dice-60', why: WHY });
    await moveTo(await end('table/dice-60'));
  });
});

describe('a stop is in the book before it holds', () => {
  test('its entry is in a published tree head before its first period opens', async () => {
    const fromMs = await stop();
    const { rows } = await at.club.owner.query(
      `select h.at from lottery.stop s join lateral (
         select t.at from book.tree_head t where t.size > s.entry_seq order by t.size limit 1) h on true
       order by s.entry_seq desc limit 1`,
    );
    expect(rows[0].at.getTime()).toBeLessThan(fromMs);
    await moveTo(await end('table/dice-60'));
  });

  test('an auditor of the whole book finds no breach in it', async () => {
    const { rows } = await at.club.owner.query('select body from book.entry order by seq');
    const auditor = new BookAuditor({ origin: ORIGIN });
    for (const { body } of rows) auditor.add(body);
    const codes = auditor.finish(at.club.clock.nowMs()).findings.map(({ code }) => code);
    expect((await stopEntries()).length).toBeGreaterThan(10);
    expect(codes.filter((code) => code.includes('stop'))).toEqual([]);
  });
});

describe('an impossible stop is refused', () => {
  test('with an end that comes before its beginning, already when it is proposed', async () => {
    const soon = at.club.clock.nowMs() + AHEAD_MS;
    expect((await propose({ untilMs: soon })).body).toMatchObject({ code: 'stop-too-short' });
    expect((await propose({ what: 'betting', untilMs: soon })).body).toMatchObject({ code: 'stop-too-short' });
    const late = await propose({ untilMs: soon + 5 * LENGTH_MS });
    await moveTo(soon + 5 * LENGTH_MS);
    expect((await confirm(late)).body).toMatchObject({ code: 'stop-too-short' });
  });

  test.each([
    ['an unknown table', { what: 'table/dice-61' }, 404],
    ['withdrawals', { what: 'withdrawals' }, 400],
    ['a reason that is none', { reason: 'because' }, 400],
    ['an order under another reason', { order: { authority: 'A', reference: 'B' } }, 400],
    ['the reason of an authority without its order', { reason: 'authority' }, 400],
    [
      'an order in letters that the book cannot hold',
      { reason: 'authority', order: { authority: 'Ä', reference: '1' } },
      400,
    ],
  ])('for %s', async (_, change, status) => {
    expect((await propose(change)).status).toBe(status);
  });
});

test('readers of the book can read every entry of a stop that two people can agree on', async () => {
  const order = { authority: `${'~'.repeat(199)} !`.slice(0, 200), reference: "#[]{}'" };
  const stopped = { ends: false, reason: 'authority', ...order, untilMs: at.club.clock.nowMs() + 3_600_123 };
  const { ordered } = await orderPublishing(at.club, 'stop', 'betting', stopped);
  await expect
    .poll(async () => {
      const found = await at.club.db.selectFrom('staff.instruction').selectAll().where('id', '=', ordered.id).execute();
      return found[0]?.done_at;
    })
    .not.toBeNull();
  const entry = await lastStop();
  expect(entry).toMatchObject({ ...order, until: String(Math.ceil(stopped.untilMs / 1_000)) });
  const { rows } = await transaction(at.club.db, (tx) =>
    sql<{ ok: boolean }>`select book.is_readable(body) as ok from book.entry where type = 'stop'`.execute(tx.q),
  );
  expect(rows.every(({ ok }) => ok)).toBe(true);
});
