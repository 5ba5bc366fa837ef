import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteTreeHead } from '../../src/book/book.ts';
import { rotateKey } from '../../src/book/rotate.ts';
import type { Period } from '../../src/draw/periods.ts';
import { createDrawCache } from '../../src/http/member/lottery/draw-cache.ts';
import { appendMany, signDeps } from '../book/book-kit.ts';
import type { Club } from '../kit/club.ts';
import { outcomeOf, until } from './drawing.ts';
import { openWitnessedClub, type WitnessedClub } from './witnessed-club.ts';

// Settled draws are cached. Whatever changes them later must replace the cached answer: each test compares it with what
// another process reads.

let world: WitnessedClub;
let club: Club;
let draw: Period;
let voided: Period;
let draws: ReturnType<typeof createDrawCache>;
beforeAll(async () => {
  world = await openWitnessedClub();
  ({ club } = world);
  draw = await settled();
  const { period } = await world.play();
  world.manner('refusing', [1, 2]);
  await world.at(period.locks * 1_000 + 3_000);
  await world.untilRequested(3);
  await world.at(period.sealByMs + 2_001);
  expect(await world.stateOf(period)).toBe('void');
  voided = period;
  await world.untilWitnessed();
  draws = createDrawCache(club);
}, 120_000);
afterAll(() => world.close());

/** A draw that is settled and fully witnessed. */
async function settled(): Promise<Period> {
  const { period } = await world.play();
  await world.at(period.locks * 1_000 + 3_000);
  await world.untilWitnessed();
  await world.at(period.sealByMs + 2_001);
  await world.at(period.draws * 1_000);
  await world.untilWitnessed();
  expect(await world.stateOf(period)).toBe('settled');
  return period;
}

const stored = async (drawId: string) => (await draws(drawId))?.answer ?? null;
const readAnew = async ({ drawId }: Period) => (await createDrawCache(club)(drawId))?.answer.bytes.toString();

/** Witnesses may sign between two reads, but not between this many. */
const ATTEMPTS = 20;

/** The current answer: the cache and another process agree on it. */
async function shown(period: Period): Promise<string> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const first = await stored(period.drawId);
    const anew = await readAnew(period);
    const second = await stored(period.drawId);
    if (first?.bytes.toString() === anew && first === second) return anew ?? '';
  }
  throw new Error(`${period.drawId} is shown other than it is, or is not kept`);
}

/** True if the event changes the answer. */
async function changes(period: Period, happen: () => Promise<unknown>): Promise<boolean> {
  const before = await shown(period);
  await happen();
  return (await shown(period)) !== before;
}

async function growBook(): Promise<void> {
  await appendMany(club.db, 3);
  await world.untilWitnessed();
}

/** Size of the checkpoint that was in time for the seal. */
async function sizeInTime(period: Period): Promise<number> {
  const { rows } = await club.owner.query(
    `select size::integer from (select size from book.quorum_met where at <= $1 order by at desc limit 200) m
     order by size desc limit 1`,
    [new Date(period.sealByMs)],
  );
  return rows[0].size;
}

describe('a settled draw', () => {
  test('is read once, and is shown as it was while the book only grows', async () => {
    expect(await changes(draw, growBook)).toBe(false);
    expect((await stored(draw.drawId))?.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  test('is not kept before it is settled', async () => {
    const { period } = await world.play();
    const first = await stored(period.drawId);
    expect(first).not.toBeNull();
    expect(await stored(period.drawId)).not.toBe(first);
    await world.at(period.locks * 1_000 + 3_000);
    await world.untilWitnessed();
    await world.at(period.sealByMs + 2_001);
    await world.at(period.draws * 1_000);
    await world.untilWitnessed();
    expect(JSON.parse(await shown(period))).toMatchObject({ state: 'settled' });
    expect(await outcomeOf(club, period)).toMatchObject({ entries: ['seal', 'draw'] });
  });

  test('is shown with a cosignature that comes later', async () => {
    const size = await sizeInTime(draw);
    const more = () =>
      club.owner.query(
        `insert into book.cosignature (size, witness, at_s, line, seen_at)
         values ($1, 'late.example+1+AA', 1, '— late.example AAAA' || chr(10), clock.now())`,
        [size],
      );
    expect(await changes(draw, more)).toBe(true);
  });

  test('is shown with a checkpoint that turns out to have been in time', async () => {
    const { rows } = await club.owner.query('select max(size)::integer as size from book.checkpoint');
    const more = () =>
      club.owner.query('insert into book.quorum_met (policy, size, at) values ($1, $2, $3)', [
        world.table.table.policy,
        rows[0].size,
        new Date(draw.sealByMs),
      ]);
    expect(await changes(draw, more)).toBe(true);
  });

  test('is shown as void or not as it was decided last', async () => {
    const override = () =>
      club.owner.query(`insert into draw.override (lottery_id, period, at) values ($1, $2, clock.now())`, [
        voided.lottery.id,
        voided.period,
      ]);
    expect(JSON.parse(await shown(voided))).toMatchObject({ state: 'void' });
    const before = await stored(voided.drawId);
    await override();
    const after = await stored(voided.drawId);
    expect(after?.bytes.toString()).not.toBe(before?.bytes.toString());
    expect(after?.bytes.toString()).toBe(await readAnew(voided));
  });

  test('is shown with a notice that the book’s key changes, and with its place in each newer checkpoint', async () => {
    const rotate = async () => {
      await rotateKey({ ...signDeps(club, world.keys), db: club.db });
      await noteTreeHead(club.db);
      await until('the notice is signed', async () => {
        const { rows } = await club.owner.query(
          'select (select max(size) from book.checkpoint) = (select size from book.head) as is_signed',
        );
        return rows[0].is_signed;
      });
    };
    expect(await changes(draw, rotate)).toBe(true);
    expect(await changes(draw, growBook)).toBe(true);
    expect(JSON.parse(await shown(draw)).book.notices).toHaveLength(1);
  });
});

test('a draw that is none of the house is nothing to keep', async () => {
  for (const drawId of ['dice-60/1', 'dice-61/1', 'dice-60', '', 'dice-60/-1']) expect(await stored(drawId)).toBeNull();
});
