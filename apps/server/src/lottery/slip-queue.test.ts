import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testBeacon } from '../../tests/kit/beacon.ts';
import { tableOnPaper } from '../../tests/kit/lotteries.ts';
import { bucketOf, newId } from '../db/ids.ts';
import type { Pool } from '../db/pool.ts';
import type { Lottery } from './catalogue.ts';
import { type PreparedSlip, prepareSlip } from './slip.ts';
import { createSlipQueue, SLIPS_WAITING_OF_ONE_MAX, takeBatch } from './slip-queue.ts';

const beacon = testBeacon({ nowMs: () => 0, set: async () => {}, forward: async () => {} });
const lottery = { id: 1, key: 'dice-60', periodSeconds: 60 } as Lottery;
const tables = [1, 2].map(() => tableOnPaper({ key: 'dice-60', periodSeconds: 60 }, beacon, '11'.repeat(32)));
const PERIOD = 29_743_210;
const members = Array.from({ length: 6 }, () => newId());

function slipOf(member: number, { table = 0, period = 0 } = {}): PreparedSlip {
  const memberId = members[member % members.length] ?? '';
  const identity = {
    bucket: bucketOf(memberId),
    memberId,
    userName: 'mira',
    tokenHash: Buffer.alloc(32),
    restricted: false,
  };
  const drawId = `dice-60/${PERIOD + period}`;
  const of = tables[table] ?? tables[0];
  if (!of) throw new Error('no table');
  return prepareSlip(identity, lottery, of, PERIOD + period, {
    key: newId(),
    drawId,
    selections: [{ bet: 'big', stakeMinor: 100n }],
  });
}

type Waiting = Parameters<typeof takeBatch>[0][number];

const waiting = (slip: PreparedSlip): Waiting => ({ slip, resolve: () => {}, reject: () => {} });

test('batches lose no slip, mix no periods and no parts of the members’ rows, hold a member once, and let nobody overtake himself', () => {
  const kinds = fc.record({ member: fc.nat({ max: 5 }), table: fc.nat({ max: 1 }), period: fc.nat({ max: 1 }) });
  const parts = Array.from({ length: 256 }, (_, bucket) => String(bucket % 3));
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (wanted, batchMax) => {
      const all = wanted.map((one) => waiting(slipOf(one.member, one)));
      const queue = [...all];
      const taken: typeof all = [];
      while (queue.length > 0) {
        const batch = takeBatch(queue, batchMax, parts);
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(batchMax);
        expect(new Set(batch.map(({ slip }) => slip.identity.memberId)).size).toBe(batch.length);
        expect(new Set(batch.map(({ slip }) => `${slip.schedule.period}`)).size).toBe(1);
        expect(new Set(batch.map(({ slip }) => slip.table)).size).toBe(1);
        expect(new Set(batch.map(({ slip }) => parts[slip.identity.bucket])).size).toBe(1);
        const order = batch.map(
          ({ slip }) => `${String(slip.identity.bucket).padStart(3, '0')} ${slip.identity.memberId}`,
        );
        expect(order).toEqual(order.toSorted());
        taken.push(...batch);
      }
      expect(new Set(taken)).toEqual(new Set(all));
      for (const memberId of members) {
        const own = (list: typeof all) => list.filter(({ slip }) => slip.identity.memberId === memberId);
        expect(own(taken)).toEqual(own(all));
      }
    }),
    { numRuns: 60 },
  );
});

/** A pool that answers on command. */
function slowPool() {
  const calls: { slips: number; answer(): void }[] = [];
  const pool = {
    query({ values }: { values: unknown[] }) {
      // Length of the array of keys.
      const keys = (values[11] as Buffer).readInt32BE(12);
      return new Promise((resolve) => {
        const rows = Array.from({ length: keys }, () => ['accepted', '0', '1', '900']);
        calls.push({ slips: keys, answer: () => resolve({ rows }) });
      });
    },
  };
  return { pool: pool as unknown as Pool, calls };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a slip too many is told to come again, and those that wait are served', async () => {
  const { pool, calls } = slowPool();
  const queue = createSlipQueue(pool, { lanes: 1, batchMax: 2, waitingMax: 3 });
  expect(queue.isBusy()).toBe(false);
  const first = queue.place(slipOf(0));
  expect(queue.isBusy()).toBe(true);
  await turn();
  await turn();
  expect(calls).toHaveLength(1);
  const next = [1, 2, 3].map((member) => queue.place(slipOf(member)));
  await expect(queue.place(slipOf(4))).rejects.toMatchObject({ code: 'busy' });
  for (const call of calls) call.answer();
  expect((await first).code).toBe('accepted');
  await turn();
  for (const call of calls) call.answer();
  expect(calls[1]?.slips).toBe(2);
  await Promise.all(next.slice(0, 2));
  await turn();
  for (const call of calls) call.answer();
  expect((await Promise.all(next)).map(({ code }) => code)).toEqual(['accepted', 'accepted', 'accepted']);
  await queue.idle();
  expect(queue.isBusy()).toBe(false);
});

const codeOf = (placed: Promise<{ code: string }>) =>
  placed.then(
    ({ code }) => code,
    (error) => error.code,
  );

/** A slip as `placeSlip` sends it: within its member's turn. */
function placeOf(queue: ReturnType<typeof createSlipQueue>, member: number): Promise<string> {
  const slip = slipOf(member);
  return codeOf(queue.inTurn(slip.identity.memberId, () => queue.place(slip)));
}

test('of one member one is in a lane, so many wait in their order, and no more; the others do not notice', async () => {
  const { pool, calls } = slowPool();
  const queue = createSlipQueue(pool, { lanes: 1 });
  const order: number[] = [];
  const own = Array.from({ length: SLIPS_WAITING_OF_ONE_MAX + 1 }, (_, index) =>
    placeOf(queue, 0).finally(() => order.push(index)),
  );
  const tooMany = [0, 0].map((member) => placeOf(queue, member));
  const others = [1, 2, 3].map((member) => placeOf(queue, member));
  expect(await Promise.all(tooMany)).toEqual(['bets-waiting', 'bets-waiting']);
  await turn();
  // The lane holds one slip of the first member and one of each other member.
  expect(calls.map(({ slips }) => slips)).toEqual([4]);
  let done = false;
  const idle = queue.idle().then(() => {
    done = true;
  });
  while (!done) {
    for (const call of calls.splice(0)) {
      expect(call.slips).toBeLessThanOrEqual(4);
      call.answer();
    }
    await turn();
  }
  await idle;
  expect(new Set(await Promise.all([...own, ...others]))).toEqual(new Set(['accepted']));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(queue.waiting()).toBe(0);
});

test('lanes do not wait for each other, and a lane has one batch under way', async () => {
  const { pool, calls } = slowPool();
  const queue = createSlipQueue(pool, { lanes: 256 });
  const placed = [0, 1, 2].map((member) => queue.place(slipOf(member)));
  await turn();
  await turn();
  const lanes = new Set([0, 1, 2].map((member) => bucketOf(members[member] ?? ''))).size;
  expect(calls).toHaveLength(lanes);
  for (const call of calls) call.answer();
  await Promise.all(placed);
});

test('a verdict that is missing fails its slip instead of keeping it waiting', async () => {
  const pool = { query: async () => ({ rows: [] }) } as unknown as Pool;
  await expect(createSlipQueue(pool).place(slipOf(0))).rejects.toThrow('no verdict');
});
