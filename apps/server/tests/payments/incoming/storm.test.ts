import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { handleMessages } from '../../../src/payments/provider/events.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { seededRandom } from '../../kit/random.ts';
import { openWallet, serveWallet, startOne, type TestWallet } from '../../kit/wallet.ts';
import { type Expected, planStorm, type Throw } from './storm-plan.ts';

const DELIVERIES = 5_000;
const MEMBERS = 60;
const TOP_UPS_EACH = 12;
const AT_ONCE = 24;
const SEED = 20_261_122;
/** Share of messages that meet an error in their transaction. */
const FAULTS = 0.03;
/** Providers retry at least this often. */
const ATTEMPTS_MAX = 20;

let club: Club;
let wallet: TestWallet;
let servers: { address: string; stop(): Promise<void> }[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 24 });
  wallet = await openWallet(club);
  servers = [await serveWallet(club, wallet), await serveWallet(club, wallet)];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  wallet.close();
  await club.close();
});

test('of 5000 deliveries in random order each payment is credited once, and a forged one never', async () => {
  const members = await club.members(MEMBERS, { credits: 0n });
  const topUps = await startAll(members);
  const nowMs = club.clock.nowMs();
  const plan = planStorm({ provider: wallet.provider, nowMs, topUps, deliveries: DELIVERIES, seed: SEED });
  expect(plan.throws).toHaveLength(DELIVERIES);

  failNowAndThen();
  const job = keepHandling();
  const counts = await throwAll(plan.throws);
  await job.stop();
  const forged = plan.throws.filter(({ genuine }) => !genuine).length;
  expect(forged).toBeGreaterThan(1_000);
  expect(counts).toEqual({ 204: DELIVERIES - forged, 403: forged });
  await handleTheRest();

  const fitting = plan.expected.filter((expected) => expected.fitting > 0);
  expect(fitting.length).toBeGreaterThan(500);
  await expectPayments(plan.expected);
  await expectTopUps(plan.expected);
  await expectBalances(members, topUps, plan.expected);
}, 240_000);

async function startAll(members: readonly Identity[]) {
  const topUps: { id: string; amount: bigint; member: Identity }[] = [];
  for (let n = 0; n < TOP_UPS_EACH; n++) {
    const ids = await Promise.all(
      members.map(async (member, at) => {
        const amount = 1_000n + BigInt(n * MEMBERS + at);
        return { id: await startOne(wallet, member, amount), amount, member };
      }),
    );
    topUps.push(...ids);
  }
  return topUps;
}

function failNowAndThen(): void {
  const { tell } = wallet.payments;
  const random = seededRandom(SEED + 1);
  wallet.payments.tell = async (tx, account, news) => {
    await tell(tx, account, news);
    if (random.chance(FAULTS)) throw new Error('test: a fault behind the last statement');
  };
}

/** Processes messages during the storm, like the job of another process. */
function keepHandling(): { stop(): Promise<void> } {
  let stopping = false;
  const done = (async () => {
    while (!stopping) await handleMessages(wallet.jobs).catch(() => {});
  })();
  return {
    async stop() {
      stopping = true;
      await done;
    },
  };
}

/** Delivers all messages and counts the statuses. Refused deliveries are retried, as providers do. */
async function throwAll(throws: readonly Throw[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const waiting = throws.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, delivery] of waiting) {
        const status = await deliverUntilTaken(servers[at % servers.length]?.address ?? '', delivery);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

async function deliverUntilTaken(address: string, { headers, body }: Throw): Promise<number> {
  for (let attempts = 0; ; attempts++) {
    const url = `${address}/api/webhooks/sandbox`;
    const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    if (status < 500 || attempts >= ATTEMPTS_MAX) return status;
  }
}

/** Processes the failed messages: moves the clock until none is left. */
async function handleTheRest(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await club.clock.forward(HOUR_MS);
    await handleMessages(wallet.jobs).catch(() => {});
    const { rows } = await club.owner.query(
      `select (select count(*) from payments.provider_event where handled_at is null)::integer
         + (select count(*) from payments.provider_message where handled_at is null)::integer as n`,
    );
    if (rows[0].n === 0) return;
  }
  throw new Error('some messages are never handled');
}

/**
 * Checks that each payment of the provider has one row, which is credited or in review, and that forged ones have none.
 */
async function expectPayments(expected: readonly Expected[]): Promise<void> {
  const { rows } = await club.pool.query(
    `select top_up_id, count(*) filter (where state = 'credited') as credited,
      count(*) filter (where state = 'review') as review, count(*) as n
     from payments.payment group by top_up_id`,
  );
  const found = new Map(rows.map((row) => [row.top_up_id, [row.credited, row.review, row.n].map(Number)]));
  for (const { topUpId, fitting, other } of expected) {
    const credited = Math.min(1, fitting);
    const all = fitting + other;
    expect(found.get(topUpId) ?? [0, 0, 0], topUpId).toEqual([credited, all - credited, all]);
  }
  expect(rows.reduce((sum, row) => sum + Number(row.n), 0)).toBe(
    expected.reduce((sum, { fitting, other }) => sum + fitting + other, 0),
  );
}

async function expectTopUps(expected: readonly Expected[]): Promise<void> {
  const { rows } = await club.pool.query('select id, state from payments.top_up');
  const states = new Map(rows.map((row) => [row.id, row.state]));
  for (const one of expected) expect(statesOf(one), one.topUpId).toContain(states.get(one.topUpId));
}

function statesOf({ fitting, other, said: text }: Expected): string[] {
  if (fitting > 0) return ['credited'];
  if (other > 0) return ['review'];
  // The first of two final messages counts.
  const ends = [...(text.has('declined') ? ['failed'] : []), ...(text.has('expired') ? ['expired'] : [])];
  if (ends.length > 0) return ends;
  return [text.has('pending') ? 'pending' : 'created'];
}

async function expectBalances(
  members: readonly Identity[],
  topUps: readonly { id: string; amount: bigint; member: Identity }[],
  expected: readonly Expected[],
): Promise<void> {
  const credited = new Set(expected.filter(({ fitting }) => fitting > 0).map(({ topUpId }) => topUpId));
  for (const member of members) {
    const own = topUps.filter((topUp) => topUp.member === member && credited.has(topUp.id));
    const sum = own.reduce((total, { amount }) => total + amount, 0n);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: sum, held: 0n, cash: -sum });
  }
  const { rows } = await club.pool.query(
    `select count(distinct ref)::integer as refs, count(*)::integer as n, min(kind::text) as first, max(kind::text) as last
     from ledger.transfer`,
  );
  expect(rows).toEqual([{ refs: credited.size, n: credited.size, first: 'top-up', last: 'top-up' }]);
  const { rows: sums } = await club.pool.query('select sum(amount)::text as sum from ledger.posting');
  expect(sums).toEqual([{ sum: '0' }]);
  expect(await reconcile(club.jobs)).toEqual([]);
}
