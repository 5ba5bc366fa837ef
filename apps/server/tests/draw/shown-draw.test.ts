import { type DrawProof, type Verification, verifyDraw } from '@tercet/fair';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstShowing } from '../../src/book/inclusion.ts';
import { rotateKey } from '../../src/book/rotate.ts';
import { readShownDraw } from '../../src/draw/evidence/book-evidence.ts';
import type { Period } from '../../src/draw/periods.ts';
import { findLateSeals } from '../../src/draw/seal/override.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { answerProof } from '../../src/http/shared/answers.ts';
import { DrawProofAnswer } from '../../src/http/shared/shapes.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { keysFolder, logKeyOf, signBook, signDeps } from '../book/book-kit.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { advance, lotteryOf, periodIn } from './drawing.ts';
import { openWitnessedClub, type WitnessedClub } from './witnessed-club.ts';

let world: WitnessedClub;
let club: Club;
let table: OpenTable;
let logKey: string;

async function open(periodSeconds?: 3600): Promise<void> {
  world = await openWitnessedClub(periodSeconds);
  ({ club, table } = world);
  logKey = await logKeyOf(club);
}

async function shown({ period }: Period): Promise<DrawProof> {
  const found = await readShownDraw(club.db, lotteryOf(club, table), period);
  if (!found) throw new Error('no such draw');
  return JSON.parse(JSON.stringify(DrawProofAnswer.parse(answerProof(found.evidence, found.book))));
}

/** Verifies like a reader who pinned the key and asked all three witnesses. */
async function check(period: Period, nowMs = club.clock.nowMs()): Promise<Verification> {
  return verifyDraw(await shown(period), {
    pinned: { origin: ORIGIN, logKey },
    witnessed: world.witnesses.flatMap(({ published }) => published.map(({ note }) => note)),
    witnessAnswers: world.witnesses.map(({ vkey }) => vkey),
    nowMs,
  });
}

const reasons = ({ missing }: Verification) => missing.map(({ reason }) => reason);
const notOk = ({ steps }: Verification) =>
  steps.filter(({ state }) => state !== 'ok').map(({ id, state, reason }) => `${id} ${state} ${reason}`);

/** Seals the current period, seen by the witnesses in time. */
async function sealed(): Promise<Period> {
  const period = periodIn(club, table);
  await world.at(period.locks * 1_000 + 3_000);
  await world.untilWitnessed();
  return period;
}

describe('what the server shows of a draw, to a reader with the key and all witnesses', () => {
  beforeAll(() => open());
  beforeEach(async () => {
    world.manner('honest');
    await world.at(club.clock.nowMs());
  });
  afterEach(() => world.untilWitnessed());
  afterAll(() => world.close());

  test('while bets are taken and just after the lock: the checkpoint before the lock, and nothing is wrong', async () => {
    const period = periodIn(club, table);
    for (const ms of [period.locks * 1_000 - 1, period.locks * 1_000]) {
      await club.at(ms);
      const { book } = await shown(period);
      expect(book?.before?.note).toMatch(/\n/);
      expect(book).toMatchObject({ after: null, noticed: null, table: { place: { index: expect.any(Number) } } });
      expect(await check(period)).toMatchObject({ verdict: 'pending', missing: [{ reason: 'not-sealed-yet' }] });
    }
  });

  test('with a seal that no witness has seen yet: it is waited for', async () => {
    const period = periodIn(club, table);
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    expect((await shown(period)).entries.seal).not.toBeNull();
    const found = await check(period);
    expect([found.verdict, reasons(found)]).toEqual(['pending', ['no-seal-in-time']]);
  });

  test('of a period without bets: a seal of nothing, drawn like any other', async () => {
    const period = await sealed();
    expect(await check(period)).toMatchObject({ verdict: 'pending', missing: [{ reason: 'not-drawn-yet' }] });
    await world.at(period.draws * 1_000);
    await world.untilWitnessed();
    const found = await check(period);
    expect(notOk(found)).toEqual([]);
    expect(found).toMatchObject({ verdict: 'time-not-proven', timeGaps: ['house-run-beacon'] });
    expect((await shown(period)).slipCount).toBe(0);
  });

  test('of a draw that the witnesses have not seen yet: no place, until a checkpoint met the policy', async () => {
    const period = await sealed();
    world.manner('refusing');
    await world.at(period.draws * 1_000);
    await world.untilRequested(3);
    const early = await shown(period);
    expect(early.dice).not.toBeNull();
    expect(early.book?.after).toBeNull();
    const found = await check(period);
    expect([found.verdict, reasons(found)]).toEqual(['pending', ['no-draw-place']]);
    expect((await check(period, period.draws * 1_000 + 61_000)).verdict).toBe('incomplete');
    await world.untilWitnessed();
    expect((await shown(period)).book?.after?.draw).toMatchObject({ index: expect.any(Number) });
    expect(notOk(await check(period))).toEqual([]);
  });

  test('of a void draw: the void has its place, behind the window', async () => {
    const { period } = await world.play();
    world.manner('refusing');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    await world.at(period.voidFromMs + 1);
    await world.untilWitnessed();
    const found = await check(period);
    expect(notOk(found)).toEqual([]);
    expect(found).toMatchObject({ verdict: 'void-time-not-proven', timeGaps: ['house-run-beacon'] });
  });

  test('of a void that witnesses override: the seal counts, first without dice and then with them', async () => {
    const { period } = await world.play();
    world.manner('mute');
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilRequested(3);
    world.manner('refusing');
    await world.at(period.voidFromMs + 1);
    await world.untilWitnessed();
    await findLateSeals(
      { db: club.db, origin: ORIGIN, witnesses: world.links, onFault() {} },
      lotteryOf(club, table),
      0,
    );
    const early = await check(period);
    expect([early.verdict, reasons(early)]).toEqual(['pending', ['overridden']]);
    await world.at(period.draws * 1_000);
    await world.untilWitnessed();
    const { book } = await shown(period);
    expect([book?.after?.draw, book?.after?.void].map((place) => place?.index)).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
    const found = await check(period);
    expect(notOk(found)).toEqual([]);
    expect(found.verdict).toBe('time-not-proven');
  });

  test('of a beacon that says nothing for a day: overdue, also once the stakes are back', async () => {
    const period = await sealed();
    const silent = { beaconOf: () => null };
    await club.at(period.draws * 1_000 + 60_000);
    expect(await check(period)).toMatchObject({ verdict: 'overdue', missing: [{ reason: 'not-drawn-yet' }] });
    await club.at(period.draws * 1_000 + DAY_MS + 1_000);
    await advance(club, table, silent);
    await world.untilWitnessed();
    expect(await world.stateOf(period)).toBe('returned');
    expect(await check(period)).toMatchObject({ verdict: 'overdue', missing: [{ reason: 'not-drawn-yet' }] });
    // The signature arrives late.
    await advance(club, table);
    await world.untilWitnessed();
    expect(notOk(await check(period))).toEqual([]);
  });

  test('of periods of a long stop: void, by the last checkpoint before them', async () => {
    const period = periodIn(club, table);
    await world.at(period.locks * 1_000 + HOUR_MS);
    await world.untilWitnessed();
    for (const number of [period.period, period.period + 30]) {
      expect(await check(periodIn(club, table, number))).toMatchObject({ verdict: 'void-time-not-proven' });
    }
  });

  test('of what the house owes: no place before a checkpoint met the policy', async () => {
    await world.at(Math.ceil(club.clock.nowMs() / DAY_MS) * DAY_MS);
    world.manner('refusing');
    await publishLiabilities(club.db);
    await world.untilRequested(3);
    const { rows } = await club.owner.query('select entry_seq as seq from ledger.liabilities');
    const shownBy = (policy: Buffer | null) => firstShowing(club.db, rows[0].seq, policy);
    expect([await shownBy(table.table.policy), (await shownBy(null)) === null]).toEqual([null, false]);
    await world.untilWitnessed();
    expect(Number((await shownBy(table.table.policy))?.size)).toBeGreaterThan(Number(rows[0].seq));
  });
});

test('across a change of the book’s key both keys lead to every draw, before and after it', async () => {
  await open(3600);
  try {
    const before = await sealed();
    await world.at(before.draws * 1_000);
    await world.untilWitnessed();
    const { newKey, fromSeconds } = await rotateKey({ ...signDeps(club, world.keys), db: club.db });
    await world.untilWitnessed();
    expect((await shown(before)).book?.noticed?.places).toMatchObject([{ index: expect.any(Number) }]);
    expect(notOk(await check(before))).toEqual([]);

    await world.at(fromSeconds * 1_000 + HOUR_MS);
    await world.untilWitnessed();
    const after = await sealed();
    await world.at(after.draws * 1_000);
    await world.untilWitnessed();
    expect((await shown(after)).book?.logKey).toBe(newKey);
    for (const pinned of [logKey, newKey]) {
      logKey = pinned;
      for (const period of [before, after]) expect(notOk(await check(period))).toEqual([]);
    }
  } finally {
    await world.close();
  }
});

test('a key change that the signed book does not contain yet is shown without its place', async () => {
  const club = await openClub();
  const keys = keysFolder();
  try {
    const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
    await signBook(club, keys);
    const key = await logKeyOf(club);
    await rotateKey({ ...signDeps(club, keys), db: club.db });
    const { period } = table.schedule();
    const found = await readShownDraw(club.db, lotteryOf(club, table), period);
    expect(found?.book?.notices).toHaveLength(1);
    expect(found?.book?.noticed?.places).toEqual([null]);
    const proof = DrawProofAnswer.parse(answerProof(found!.evidence, found!.book)) as never;
    const { steps } = verifyDraw(proof, { pinned: { logKey: key } });
    expect(steps.find(({ id }) => id === 'origin')?.state).toBe('ok');
  } finally {
    keys.remove();
    await club.close();
  }
});
