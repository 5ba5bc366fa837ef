import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { sqlState, transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { closeEpoch } from '../../src/ledger/epochs.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { hold, postHold, releaseHold } from '../kit/holds.ts';
import { DAY, type Move, postAll, transferOf } from '../kit/money.ts';

const MEMBERS = 8;
const CREDITS = 5_000n;
const TURNS = 25;

let club: Club;
let table: OpenTable;
let members: Identity[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  // Few buckets, so that members contend for the same gates.
  members = await Promise.all(
    Array.from({ length: MEMBERS }, (_, i) => club.member({ credits: CREDITS, bucket: i % 3 })),
  );
});
afterAll(() => club.close());

/** Sums over all accounts in one snapshot. */
const BOOKS = `
  select count(*)::int as members,
    sum(b.available + b.held + b.play + b.cash)::bigint as kept,
    sum(t.available + t.held + t.play + t.cash)::bigint as summed,
    count(*) filter (where b.available < 0 or b.held < 0)::int as negative,
    count(*) filter (
        where b.available + b.held + b.play + b.cash + b.sales + b.correction + b.issue <> 0)::int as unbalanced,
    count(*) filter (where (b.available, b.held, b.play, b.cash, b.issue, b.version)
      is distinct from (t.available, t.held, t.play, t.cash, t.issue, t.n))::int as differing,
    (select coalesce(sum(amount), 0)::bigint from ledger.posting) as legs
  from ledger.balance b
  join (
    select bucket, member_id, sum(amount) filter (where account = 'available') as available,
      coalesce(sum(amount) filter (where account = 'held'), 0) as held,
      coalesce(sum(amount) filter (where account = 'play'), 0) as play,
      coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
      sum(amount) filter (where account = 'issue') as issue, count(*) / 2 as n
    from ledger.posting group by bucket, member_id
  ) t using (bucket, member_id)`;

const TOTAL = CREDITS * BigInt(MEMBERS);
const SOUND = { members: MEMBERS, kept: TOTAL, summed: TOTAL, negative: 0, unbalanced: 0, differing: 0, legs: 0n };

async function readBooks() {
  const { rows } = await club.pool.query(BOOKS);
  return rows[0];
}

const CHECK_VIOLATION = '23514';

/** True if it succeeded, false if the balance was too small. */
async function wasAccepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'balance-too-small') return false;
    if (sqlState(error) === CHECK_VIOLATION) return false;
    throw error;
  }
}

const accepted = new Map<string, number>();

async function count(what: string, work: Promise<unknown>): Promise<void> {
  if (await wasAccepted(work)) accepted.set(what, (accepted.get(what) ?? 0) + 1);
}

/** A deterministic amount that varies by member and turn. */
function amountOf(index: number, turn: number): bigint {
  return BigInt(100 + ((index * 7 + turn * 13) % 10) * 100);
}

async function bet(member: Identity, index: number): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const key = randomUUID();
    const selections = [{ bet: 'odd' as const, stakeMinor: amountOf(index, turn) }];
    const twice = [0, 1].map(() => club.place(member, table, selections, { key }));
    for (const sent of twice) await count('slip', sent);
  }
}

/** Posts payouts and stakes of several members in one transaction, like a settlement, in varying order. */
async function settle(index: number, kind: Move): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const some = [0, 1, 2].map((step) => members[(index + turn * (step + 1)) % MEMBERS]!);
    await count(
      kind,
      postAll(
        club.db,
        [...new Set(some)].map((one) => transferOf(one, kind, amountOf(index, turn) / 3n)),
      ),
    );
  }
}

async function setAside(member: Identity, index: number): Promise<void> {
  const { bucket, memberId } = member;
  for (let turn = 0; turn < TURNS; turn++) {
    const wanted = { bucket, memberId, id: newId(), day: DAY, amount: amountOf(index, turn), purpose: 'test' };
    const held = await wasAccepted(transaction(club.db, (tx) => hold(tx, wanted)));
    if (!held) continue;
    await count(
      'end of hold',
      transaction(club.db, (tx) =>
        turn % 3 === 0 ? postHold(tx, wanted, wanted.id, 'cash') : releaseHold(tx, wanted, wanted.id),
      ),
    );
  }
}

test('every reader sees the same total, nothing negative, and balances equal to their transfers', async () => {
  let running = true;
  const reads: unknown[] = [];
  const readers = [0, 1].map(async () => {
    while (running) reads.push(await readBooks());
  });
  const closer = (async () => {
    for (let turn = 0; turn < 5; turn++) await transaction(club.jobs, (tx) => closeEpoch(tx));
  })();
  await Promise.all([
    ...members.map(bet),
    ...members.map(setAside),
    ...[0, 1].map((index) => settle(index, 'payout')),
    ...[3, 4].map((index) => settle(index, 'stake')),
    closer,
  ]).finally(() => {
    running = false;
  });
  await Promise.all(readers);
  expect(reads.length).toBeGreaterThan(10);
  for (const read of reads) expect(read).toEqual(SOUND);
  expect([...accepted.keys()].sort()).toEqual(['end of hold', 'payout', 'slip', 'stake']);
});

test('nothing was made or lost', async () => {
  expect(await readBooks()).toEqual(SOUND);
  expect(await reconcile(club.jobs)).toEqual([]);
  const { rows } = await club.pool.query(
    `select count(*) as unpaid from lottery.slip s where not exists (
       select from ledger.transfer t where t.bucket = s.bucket and t.member_id = s.member_id and t.ref = s.id
         and t.day = s.day and t.kind = 'stake' and t.amount = s.total)`,
  );
  expect(rows[0].unpaid).toBe(0n);
});
