import { randomUUID } from 'node:crypto';
import { BETS, periodAt, verifyDraw } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepCatalogue } from '../../src/app/catalogue.ts';
import { readShownDraw } from '../../src/draw/evidence/book-evidence.ts';
import { periodOf } from '../../src/draw/periods.ts';
import { startDrawLoop } from '../../src/draw/worker/draw-loop.ts';
import { answerProof } from '../../src/http/shared/answers.ts';
import { DrawProofAnswer } from '../../src/http/shared/shapes.ts';
import { keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from '../console/console.ts';
import { diceOf, drawDeps, outcomeOf, until, untilPaid, untilSealed } from '../draw/drawing.ts';
import { call, placeOver, type SignedIn, signIn } from '../http/server.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { multipliers, odds, plan } from './lottery-plan.ts';

// Lotteries that staff create and retire. The server and the draw loop of the club run on, and are not restarted.

const WHY = 'as the owners agreed';
const SECONDS = 60;

let at: TestConsole;
let member: SignedIn;
beforeAll(async () => {
  at = await openConsole();
  member = await signIn(at.club, await at.club.member({ credits: 1_000_000n }));
});
afterAll(() => at.close());

function propose(key: string, change: Record<string, unknown> = {}, who = at.staff.owner): Promise<Answer> {
  return at.post('/api/console/lotteries', { ...plan(key, change), why: WHY }, who);
}

function confirm(id: unknown, who = at.staff.finance): Promise<Answer> {
  return at.post(`/api/console/proposals/${id}/confirm`, { why: WHY }, who);
}

function retire(key: string, who = at.staff.owner): Promise<Answer> {
  return at.post(`/api/console/lotteries/${key}/retirement`, { why: WHY }, who);
}

/** Creates a lottery by two people, and moves the clock to its first period. */
async function create(key: string): Promise<void> {
  const proposed = await propose(key);
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(201);
  const { status, body } = await confirm(proposed.body.id);
  expect({ status, pending: body.pending }).toEqual({ status: 200, pending: false });
  await at.at(body.inForceFromMs as number);
  await untilListed(key);
}

interface Listed {
  key: string;
  name: string;
  closed: boolean;
  listed: boolean;
  retiresAtMs: number | null;
  current: { drawId: string; period: number; locksAtMs: number };
  table: { hash: string; bets: object[] };
}

async function lotteries(query = ''): Promise<Listed[]> {
  return (await at.get(`/api/lotteries${query}`)).body.items as unknown as Listed[];
}

async function read(key: string): Promise<Listed> {
  return (await at.get(`/api/lotteries/${key}`)).body as unknown as Listed;
}

/** Processes learn of a lottery by NOTIFY. */
function untilListed(key: string): Promise<void> {
  return until(`lottery ${key}`, async () => (await lotteries()).some((one) => one.key === key));
}

async function bet(key: string, selections = [{ bet: 't', stakeMinor: '100' }]): Promise<Answer> {
  const { current, table } = await read(key);
  return answerOf(await placeOver(at.server, member, { drawId: current.drawId, tableHash: table.hash, selections }));
}

describe('a new lottery', () => {
  test('opens when its date has come, and is sealed, drawn, paid and verified without a restart', async () => {
    const { club } = at;
    const folder = keysFolder();
    const catalogue = await keepCatalogue(club.draw, club.database.urls.draw);
    const deps = { ...drawDeps(club), catalogue: catalogue.read, beacons: () => [], mistrusts: () => false };
    const loop = startDrawLoop({ ...deps, onFault: () => {}, origin: ORIGIN, witnesses: [] });
    try {
      const { body: proposal } = await propose('sicbo-60');
      const { body: confirmed } = await confirm(proposal.id);
      const opensAtMs = confirmed.inForceFromMs as number;
      expect(opensAtMs).toBeGreaterThan(club.clock.nowMs());
      await untilListed('sicbo-60');
      expect((await bet('sicbo-60')).body).toMatchObject({ code: 'period-not-open' });

      await at.at(opensAtMs);
      member = await signIn(club, member);
      const { current, table } = await read('sicbo-60');
      expect([current.period, table.bets.length]).toEqual([periodAt(opensAtMs / 1_000, SECONDS), BETS.length]);
      const selections = BETS.map((one) => ({ bet: one, stakeMinor: '100' }));
      expect((await bet('sicbo-60', selections)).status).toBe(201);
      await signBook(club, folder);

      const lottery = catalogue.read().byKey.get('sicbo-60');
      if (lottery === undefined) throw new Error('the draw loop does not know the lottery');
      const period = periodOf(lottery, current.period);
      await at.at(period.locks * 1_000);
      await untilSealed(club, period);
      await signBook(club, folder);
      await at.at(period.draws * 1_000);
      await untilPaid(club, period);
      await signBook(club, folder);
      expect(await outcomeOf(club, period)).toMatchObject({
        dice: [diceOf(club, period)],
        entries: ['seal', 'draw'],
        steps: ['settle'],
      });

      const shown = await readShownDraw(club.db, lottery, period.period);
      if (!shown) throw new Error('no such draw');
      const proof = JSON.parse(JSON.stringify(DrawProofAnswer.parse(answerProof(shown.evidence, shown.book))));
      const pinned = { origin: ORIGIN, logKey: await logKeyOf(club) };
      const nowMs = club.clock.nowMs();
      const { verdict } = verifyDraw(proof, { pinned, witnessed: [], witnessAnswers: [], nowMs });
      // Every step is in order. Only the witnesses are missing, since this club names none.
      expect(verdict).toBe('time-not-proven');
    } finally {
      await loop.stop();
      await catalogue.stop();
      folder.remove();
    }
  });

  test('is in the language of its reader, in its class and on Home', async () => {
    const answer = await call(at.server, '/api/lotteries?class=sic-bo&hot=true', {
      headers: { 'accept-language': 'ko' },
    });
    const { items } = (await answer.json()) as { items: Listed[] };
    expect(items.map(({ key, name }) => [key, name])).toEqual([['sicbo-60', '식보']]);
  });

  test('names its proposal in the book of acts, with everything that was proposed', async () => {
    await at.acts();
    const { body } = await propose('sicbo-acts');
    await confirm(body.id);
    const acts = (await at.acts()).map(({ act, subject, after }) => ({ act, subject, after }));
    expect(acts).toContainEqual({
      act: 'lottery-proposed',
      subject: 'lottery/sicbo-acts',
      after: { proposal: body.id, ...plan('sicbo-acts') },
    });
    expect(acts).toContainEqual(expect.objectContaining({ act: 'lottery-confirmed', subject: 'lottery/sicbo-acts' }));
  });

  test('is previewed with its first period, which is the one it gets', async () => {
    const { body } = await at.post('/api/console/lotteries/preview', plan('sicbo-seen'), at.staff.finance);
    expect(body).toMatchObject({ fault: null, band: { min: 9_200, max: 9_800 } });
    const { body: proposal } = await propose('sicbo-seen');
    const { body: confirmed } = await confirm(proposal.id);
    expect(confirmed.inForceFromMs).toBe(body.opensAtMs);
  });

  test('is confirmed by another person only, and once, also by two at the same moment', async () => {
    const { body } = await propose('sicbo-twice');
    expect((await confirm(body.id, at.staff.owner)).body).toMatchObject({ code: 'second-person-needed' });
    for (const role of ['support', 'content', 'auditor'] as const) {
      expect((await confirm(body.id, at.staff[role])).status).toBe(403);
    }
    const other = await at.add('finance');
    const answers = await Promise.all([confirm(body.id), confirm(body.id, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await at.club.owner.query(
      `select (select count(*)::int from lottery.lottery where key = 'sicbo-twice') as lotteries,
         (select count(*)::int from book.entry where type = 'table' and body::jsonb ->> 'key' = 'sicbo-twice') as tables,
         (select count(*)::int from lottery.gate g join lottery.lottery l on l.id = g.lottery_id
           where l.key = 'sicbo-twice') as gates`,
    );
    expect(rows).toEqual([{ lotteries: 1, tables: 1, gates: 256 }]);
  });

  test.each(['support', 'content', 'finance', 'auditor'] as const)('is not proposed by %s', async (role) => {
    expect((await propose('sicbo-role', {}, at.staff[role])).status).toBe(403);
  });

  test('takes no key of another lottery, also when that one came between proposal and confirmation', async () => {
    expect((await propose('dice-60')).body).toMatchObject({ code: 'table-bad', params: { fault: 'key-taken' } });
    const { body } = await propose('sicbo-late');
    await at.club.owner.query(
      `insert into lottery.lottery (id, key, class_id, name, description, icon, period_seconds, position)
       values (900, 'sicbo-late', 1, 'x', '', 'swift', 60, 1)`,
    );
    expect((await confirm(body.id)).body).toMatchObject({ code: 'table-bad', params: { fault: 'key-taken' } });
    await at.club.owner.query('delete from lottery.lottery where id = 900');
  });

  test.each([
    ['a class that does not exist', { class: 'no-such' }, 'class-unknown'],
    ['a bet beyond the band', { odds: { ...odds, multipliers: { ...multipliers, t: 400_000 } } }, 'out-of-band'],
    ['a bet below the band', { odds: { ...odds, multipliers: { ...multipliers, big: 10_001 } } }, 'out-of-band'],
    ['half a layout', { odds: { ...odds, multipliers: { big: 19_200, t: 345_600 } } }, 'other-bets'],
    ['no bets', { odds: { ...odds, multipliers: {} } }, 'other-bets'],
    ['a smallest stake above the largest', { odds: { ...odds, stakeMinMinor: '200000' } }, 'stakes'],
    ['a cap below the win', { odds: { ...odds, memberCapMinor: '100' } }, 'cap-below-win'],
  ])('is refused with %s', async (_, change, fault) => {
    expect((await propose('sicbo-bad', change)).body).toMatchObject({ code: 'table-bad', params: { fault } });
    const { body } = await at.post('/api/console/lotteries/preview', plan('sicbo-bad', change), at.staff.owner);
    expect(body).toMatchObject({ fault: { code: fault }, opensAtMs: null });
  });

  test.each([
    ['a period that does not divide a day', { periodSeconds: 77 }],
    ['a period of 29 seconds', { periodSeconds: 29 }],
    ['half a second more', { periodSeconds: 60.5 }],
    ['a key with a capital', { key: 'Sicbo' }],
    ['an empty name', { name: ' ' }],
    ['an unknown picture', { icon: 'horse' }],
    ['a position below 0', { position: -1 }],
    ['dice', { dice: [1, 2, 3] }],
    ['a first period', { firstPeriod: 5 }],
    ['no odds', { odds: undefined }],
  ])('is bad input with %s', async (_, change) => {
    expect((await propose('sicbo-bad', change)).status).toBe(400);
  });

  test('is not proposed without a reason, nor with words that lead out of the club', async () => {
    const empty = await at.post('/api/console/lotteries', { ...plan('sicbo-why'), why: ' ' }, at.staff.owner);
    expect(empty.status).toBe(422);
    const out = await propose('sicbo-out', { description: 'Write to us on Telegram @winners' });
    expect(out.status).toBe(422);
  });
});

describe('with the password of jobs', () => {
  test('no lottery is opened or retired that two people did not agree on', async () => {
    const { body } = await propose('sicbo-alone');
    const jobs = at.club.pools.jobs;
    for (const id of [body.id, randomUUID()]) {
      await expect(jobs.query('select lottery.open_lottery($1)', [id])).rejects.toMatchObject({ code: 'TC001' });
      await expect(jobs.query('select lottery.retire($1)', [id])).rejects.toMatchObject({ code: 'TC001' });
    }
    const rows = 'insert into lottery.retirement (lottery_id, from_period, at) values (1, 1, clock.now())';
    for (const role of ['api', 'draw', 'jobs'] as const) {
      await expect(at.club.pools[role].query(rows)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a retired lottery', () => {
  test('takes bets to the end of the open period, then none; its draws, records and proofs stay', async () => {
    await create('sicbo-end');
    member = await signIn(at.club, member);
    expect((await bet('sicbo-end')).status).toBe(201);
    const before = await read('sicbo-end');
    const { body: proposal } = await retire('sicbo-end');
    const { body: confirmed } = await confirm(proposal.id);
    const endsAtMs = confirmed.inForceFromMs as number;
    expect(endsAtMs).toBe(before.current.locksAtMs);
    await until('the end', async () => (await read('sicbo-end')).retiresAtMs === endsAtMs);
    // The open period goes on.
    expect(await read('sicbo-end')).toMatchObject({ closed: false, listed: true });
    expect((await bet('sicbo-end')).status).toBe(201);

    await at.at(endsAtMs);
    member = await signIn(at.club, member);
    expect(await read('sicbo-end')).toMatchObject({ closed: true, listed: false });
    expect((await bet('sicbo-end')).body).toMatchObject({ code: 'table-closed' });
    expect((await lotteries('?class=sic-bo')).map(({ key }) => key)).not.toContain('sicbo-end');
    expect((await lotteries()).map(({ key }) => key)).toContain('sicbo-end');
    const slips = await answerOf(await call(at.server, '/api/slips', { cookie: member.cookie }));
    expect(slips.body.items?.filter(({ lotteryKey }) => lotteryKey === 'sicbo-end')).toHaveLength(2);
    expect((await at.get(`/api/draws/${before.current.drawId}`)).status).toBe(200);
    const { rows } = await at.club.owner.query(
      `select body::jsonb as entry from book.entry where type = 'switch' order by seq desc limit 1`,
    );
    expect(rows[0].entry).toEqual({
      ...{ type: 'switch', what: 'table/sicbo-end', state: 'off', reason: 'retired' },
      from: String(endsAtMs / 1_000),
    });
  });

  test('stays retired: no second retirement, no other table, no opening', async () => {
    const bad = { code: 'table-bad', params: { fault: 'retired' } };
    expect((await retire('sicbo-end')).body).toMatchObject(bad);
    const table = { ...odds, why: WHY };
    expect((await at.post('/api/console/lotteries/sicbo-end/tables', table, at.staff.owner)).body).toMatchObject(bad);
    expect((await propose('sicbo-end')).body).toMatchObject({ params: { fault: 'key-taken' } });
    await at.club.owner.query(
      `select lottery.write_switch(id, gen_random_uuid(), true, 'void-rate') from lottery.lottery where key = 'sicbo-end'`,
    );
    expect((await bet('sicbo-end')).body).toMatchObject({ code: 'table-closed' });
  });

  test('is retired once by two confirmations at the same moment', async () => {
    await create('sicbo-race');
    const [first, other] = [await retire('sicbo-race'), await at.add('owner')];
    const answers = await Promise.all([confirm(first.body.id), confirm(first.body.id, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await at.club.owner.query(
      `select count(*)::int as n from book.entry where type = 'switch' and body::jsonb ->> 'what' = 'table/sicbo-race'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('is not proposed by others than owners, nor for an unknown lottery', async () => {
    for (const role of ['support', 'content', 'finance', 'auditor'] as const) {
      expect((await retire('dice-60', at.staff[role])).status).toBe(403);
    }
    expect((await retire('no-such')).status).toBe(404);
  });
});
