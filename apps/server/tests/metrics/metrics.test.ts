import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signTreeHeads } from '../../src/book/sign.ts';
import { advanceLottery } from '../../src/draw/worker/advance.ts';
import { SECOND_MS } from '../../src/durations.ts';
import { readArchiveAge } from '../../src/metrics/archive-age.ts';
import { registerHouseMetrics } from '../../src/metrics/house-metrics.ts';
import { keysFolder } from '../book/book-kit.ts';
import { advance, drawDeps, lotteryOf, until } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction } from '../kit/locks.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { openWallet, readyMember, type TestWallet } from '../kit/wallet.ts';
import { submit } from '../payments/withdrawals/withdrawing.ts';

let club: Club;
let table: OpenTable;
let wallet: TestWallet;
let registry: Registry;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  wallet = await openWallet(club);
}, 120_000);
afterAll(async () => {
  wallet.close();
  await club.close();
});
// Metrics are cached for a while, so each test starts with a new registry.
beforeEach(() => {
  registry = new Registry();
  registerHouseMetrics(registry, { db: club.draw, catalogue: club.catalogue, onFault: () => {} });
});

/** A metric's value by name and labels; undefined if it is missing. */
async function figure(name: string, labels = ''): Promise<number | undefined> {
  const text = await registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`tercet_${name}${labels} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

async function waitingFor(table: string): Promise<number> {
  const { rows } = await club.owner.query('select 1 from pg_locks where not granted and relation = $1::regclass', [
    table,
  ]);
  return rows.length;
}

/** Values without help texts. */
function valuesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('tercet_'));
}

const OF_TABLE = '{lottery="dice-30"}';

/** Places a bet and moves to the period's lock. */
async function playToLock(): Promise<number> {
  const member = await club.member();
  // Record the newest beacon round; otherwise bets are refused.
  await club.at(club.clock.nowMs());
  const { period, locks } = table.schedule();
  await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
  await club.at(locks * SECOND_MS);
  return period;
}

test('a seal says by how much it was in time; what is not sealed is counted, with how long it waits', async () => {
  await playToLock();
  expect(await figure('draw_unsealed_periods', OF_TABLE)).toBe(1);
  await club.clock.forward(4 * SECOND_MS);
  await advance(club, table);
  beginAnew();
  expect(await figure('draw_unsealed_periods', OF_TABLE)).toBe(0);
  const margin = (await figure('draw_seal_margin_seconds', OF_TABLE)) ?? 0;
  // The round comes 12 to 15 seconds after the lock. A seal must come 3 seconds before it, and this one came 4 seconds
  // after the lock.
  expect(margin).toBeGreaterThanOrEqual(5);
  expect(margin).toBeLessThan(9);
});

test('a late beacon shows as a draw that is due and does not come, and goes when it comes', async () => {
  await playToLock();
  await advance(club, table);
  club.beacon.down = true;
  await club.clock.forward(25 * SECOND_MS);
  await advanceLottery(drawDeps(club, { onFault: () => {} }), lotteryOf(club, table));
  const waiting = (await figure('draw_undrawn_seconds', OF_TABLE)) ?? 0;
  // The round comes 12 to 15 seconds after the lock.
  expect(waiting).toBeGreaterThanOrEqual(10);
  expect(waiting).toBeLessThan(14);
  expect((await figure('draw_unpaid_periods', OF_TABLE)) ?? 0).toBeGreaterThan(0);
  club.beacon.down = false;
  await advance(club, table);
  beginAnew();
  expect(await figure('draw_unpaid_periods', OF_TABLE)).toBe(0);
  expect(await figure('draw_undrawn_seconds', OF_TABLE)).toBe(0);
});

test('a seal that came too late is a void, by its reason', async () => {
  const before = (await figure('draw_voids', '{lottery="dice-30",reason="late-seal"}')) ?? 0;
  await playToLock();
  await club.clock.forward(29 * SECOND_MS);
  await advance(club, table);
  beginAnew();
  const text = await registry.metrics();
  const voids = [...text.matchAll(/tercet_draw_voids\{lottery="dice-30",reason="[^"]+"\} (\d+)/g)];
  expect(voids.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(before);
});

test('who draws, the book and its signatures', async () => {
  expect(await figure('lease_held', '{name="draw"}')).toBe(0);
  expect((await figure('book_unsigned_entries')) ?? 0).toBeGreaterThan(0);
  const keys = keysFolder();
  await signTreeHeads({ db: club.draw, keysDir: keys.path, origin: ORIGIN });
  beginAnew();
  expect(await figure('book_unsigned_entries')).toBe(0);
  expect(await figure('book_checkpoint_age_seconds')).toBe(0);
  keys.remove();
});

test('a witness of the tables that has said nothing shows, and a beacon that no table asks does not', async () => {
  const keys = keysFolder();
  await signTreeHeads({ db: club.draw, keysDir: keys.path, origin: ORIGIN });
  keys.remove();
  await club.owner.query(
    `insert into book.cosignature (size, witness, at_s, line, seen_at)
     select max(size), 'sees+1+AA', 1, 'no matter', clock.now() from book.checkpoint`,
  );
  await club.owner.query(
    `insert into draw.beacon_head (chain_hash, round, seen_at) values ('\\x00', 1, clock.now() - interval '1 day')`,
  );
  await club.clock.forward(70 * SECOND_MS);
  const catalogue = () => {
    const { lotteries, ...more } = club.catalogue();
    const witnesses = ['sees+1+AA', 'silent+2+BB'];
    const asking = lotteries.map(({ tables, ...lottery }) => ({
      ...lottery,
      tables: tables.map((one) => ({ ...one, entry: { ...one.entry, witnesses } })),
    }));
    return { ...more, lotteries: asking };
  };
  registry = new Registry();
  registerHouseMetrics(registry, { db: club.draw, catalogue, onFault: () => {} });
  expect(await figure('book_cosignature_age_seconds', '{witness="sees"}')).toBe(70);
  expect((await figure('book_cosignature_age_seconds', '{witness="silent"}')) ?? 0).toBeGreaterThanOrEqual(70);
  const chains = (await registry.metrics()).match(/^tercet_beacon_round_age_seconds\{.*$/gm) ?? [];
  expect(chains).toHaveLength(1);
  await club.owner.query(`delete from draw.beacon_head where chain_hash = '\\x00'`);
});

test('withdrawals by state, with how long the oldest waits', async () => {
  const member = await readyMember(club, wallet, { credits: 100_000n });
  await submit(wallet.payments, member, 2_000n);
  await club.clock.forward(90 * SECOND_MS);
  expect(await figure('payouts_open', '{state="approved"}')).toBe(1);
  expect(await figure('payouts_oldest_seconds', '{state="approved"}')).toBe(90);
  expect(await figure('payouts_open', '{state="sent"}')).toBe(0);
  expect(await figure('top_ups_open')).toBe(1);
  // The metric shows the cause that stops top-ups before the switch changes.
  await club.owner.query(`insert into payments.payout_health (fault) values ('payouts-slow')`);
  beginAnew();
  expect(await figure('top_ups_open')).toBe(0);
  await club.owner.query('delete from payments.payout_health');
});

test('while the database does not answer that is what it says, and nothing else of it', async () => {
  const onFault = vi.fn();
  const broken = new Registry();
  const db = {
    getExecutor: () => {
      throw new Error('test: away');
    },
  };
  registerHouseMetrics(broken, { db: db as never, catalogue: club.catalogue, onFault });
  const text = await broken.metrics();
  expect(valuesIn(text)).toEqual(['tercet_database_up 0']);
  expect(onFault).toHaveBeenCalledOnce();
});

test('a database that says nothing is away before whoever looks gives up, and is asked once', async () => {
  const silent = new Registry();
  const times = { freshMs: 20, waitMs: 100 };
  registerHouseMetrics(silent, { db: club.draw, catalogue: club.catalogue, onFault: () => {}, ...times });
  const holder = await openTransaction(club.owner);
  try {
    await holder.client.query('lock table draw.lease in access exclusive mode');
    for (let looks = 0; looks < 3; looks++) expect(valuesIn(await silent.metrics())).toEqual(['tercet_database_up 0']);
    let waiting = 0;
    await until('the look that waits', async () => {
      waiting = await waitingFor('draw.lease');
      return waiting > 0;
    });
    expect(waiting).toBe(1);
  } finally {
    await holder.rollback();
  }
  await until('an answer', async () => valuesIn(await silent.metrics()).includes('tercet_database_up 1'));
  expect(await silent.metrics()).toMatch(/^tercet_lease_held\{name="draw"\} /m);
});

test('what the database cannot say is not told as 0', async () => {
  expect(await readArchiveAge(club.db)).toBeNull();
  expect(await figure('database_up')).toBe(1);
  expect(await figure('wal_archive_age_seconds')).toBeUndefined();
});

test('names no member, amount or key: few series, all known', async () => {
  const text = await registry.metrics();
  const names = new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('tercet_'))
      .map((line) => line.split(/[{ ]/, 1)[0]),
  );
  expect(names.size).toBeLessThan(30);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(text.split('\n').length).toBeLessThan(200);
});

function beginAnew(): void {
  registry = new Registry();
  registerHouseMetrics(registry, { db: club.draw, catalogue: club.catalogue, onFault: () => {} });
}
