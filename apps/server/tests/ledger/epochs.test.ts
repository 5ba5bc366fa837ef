import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { closeEpoch, currentEpoch } from '../../src/ledger/epochs.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openTransaction, pidOf, untilWaiting } from '../kit/locks.ts';
import { postAll, transferOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
});
afterAll(() => club.close());

const close = () => transaction(club.jobs, (tx) => closeEpoch(tx));

async function epochOf(ref: string): Promise<number | undefined> {
  const { rows } = await club.pool.query('select epoch from ledger.transfer where ref = $1', [ref]);
  return rows[0]?.epoch;
}

/** Number and sum of the postings up to an epoch (inclusive). */
async function sumUpTo(epoch: number): Promise<{ n: bigint; amount: string }> {
  const { rows } = await club.pool.query(
    'select count(*) as n, coalesce(sum(amount), 0) as amount from ledger.transfer where epoch <= $1',
    [epoch],
  );
  return rows[0];
}

function sqlPost(member: Account, ref: string): [string, unknown[]] {
  return [
    `select ledger.post($1, $2, '{2026-03-01}', $3, '{grant}', '{issue}', '{available}', '{5}')`,
    [[member.bucket], [member.memberId], [ref]],
  ];
}

test('closing moves all gates by one, and postings after it carry the next epoch', async () => {
  const member = await club.member();
  const before = await currentEpoch(club.db);
  const early = transferOf(member, 'grant', 1n);
  await postAll(club.db, [early]);
  expect(await close()).toBe(before);
  expect(await currentEpoch(club.db)).toBe(before + 1);
  const late = transferOf(member, 'grant', 1n);
  await postAll(club.db, [late]);
  expect([await epochOf(early.ref), await epochOf(late.ref)]).toEqual([before, before + 1]);
  const { rows } = await club.pool.query('select count(*) as n, count(distinct epoch) as epochs from ledger.gate');
  expect(rows).toEqual([{ n: 256n, epochs: 1n }]);
});

test('a posting in flight lands in the epoch that it saw: the closing waits for it', async () => {
  const member = await club.member();
  const epoch = await currentEpoch(club.db);
  const inFlight = transferOf(member, 'grant', 5n);
  const posting = await openTransaction(club.owner);
  try {
    await posting.client.query(...sqlPost(member, inFlight.ref));
    const closing = close();
    await untilWaiting(club.owner, posting.pid);
    expect(await currentEpoch(club.db)).toBe(epoch);
    await posting.commit();
    expect(await closing).toBe(epoch);
    expect(await epochOf(inFlight.ref)).toBe(epoch);
  } finally {
    await posting.rollback();
  }
});

test('a posting that comes while an epoch closes waits, and lands in the next', async () => {
  const member = await club.member();
  const epoch = await currentEpoch(club.db);
  const closing = await openTransaction(club.owner);
  try {
    await closing.client.query('update ledger.gate set epoch = epoch + 1');
    const late = transferOf(member, 'grant', 5n);
    const posting = postAll(club.db, [late]);
    await untilWaiting(club.owner, closing.pid);
    await closing.commit();
    await posting;
    expect(await epochOf(late.ref)).toBe(epoch + 1);
  } finally {
    await closing.rollback();
  }
});

test('closing takes the gates in the order in which postings do, so that they never wait in a circle', async () => {
  // Rewrite rows so that their physical order differs from the order of buckets.
  for (const bucket of [3, 250, 60, 199, 0, 101]) {
    await club.owner.query('update ledger.gate set epoch = epoch where bucket = $1', [bucket]);
  }
  const posting = await openTransaction(club.owner);
  try {
    await posting.client.query('select 1 from ledger.gate where bucket = 100 for share');
    const closing = close();
    await untilWaiting(club.owner, posting.pid);
    const { rows } = await club.owner.query('select bucket from ledger.gate order by bucket for update skip locked');
    expect(rows.map((row) => row.bucket)).toEqual(Array.from({ length: 155 }, (_, index) => index + 101));
    await posting.commit();
    await closing;
  } finally {
    await posting.rollback();
  }
});

test('an epoch whose closing failed is still open', async () => {
  const epoch = await currentEpoch(club.db);
  const failing = transaction(club.jobs, async (tx) => {
    await closeEpoch(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await currentEpoch(club.db)).toBe(epoch);
});

test('a slip and its stake belong to the epoch whose gate they held', async () => {
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const member = await club.member();
  const epoch = await currentEpoch(club.db);
  const slip = await openTransaction(club.pool);
  try {
    const deps = club.slipsOf(slip.client as never);
    const { prepared } = await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }], { deps });
    const closing = close();
    await untilWaiting(club.owner, slip.pid);
    await slip.commit();
    expect(await closing).toBe(epoch);
    expect(await epochOf(prepared.slipId)).toBe(epoch);
  } finally {
    await slip.rollback();
  }
});

describe('a closed epoch gains no posting', () => {
  test('while members post in parallel and epochs close among them', async () => {
    const members = await club.members(8);
    const sums = new Map<number, { n: bigint; amount: string }>();
    const posters = members.map(async (member, index) => {
      for (let turn = 0; turn < 20; turn++) {
        const others = [member, members[(index + turn) % members.length]!];
        await postAll(
          club.db,
          others.map((one) => transferOf(one, 'grant', BigInt(turn + 1))),
        );
      }
    });
    const closer = (async () => {
      for (let turn = 0; turn < 10; turn++) {
        const closed = await close();
        sums.set(closed, await sumUpTo(closed));
      }
    })();
    await Promise.all([...posters, closer]);
    expect(sums.size).toBe(10);
    for (const [epoch, sum] of sums) expect(await sumUpTo(epoch)).toEqual(sum);
  });

  test('also by a connection that read its gate before', async () => {
    const member = await club.member();
    const client = await club.owner.connect();
    try {
      await client.query('begin');
      await client.query('select epoch from ledger.gate where bucket = $1', [member.bucket]);
      const closed = await close();
      const { ref } = transferOf(member, 'grant', 5n);
      await client.query(...sqlPost(member, ref));
      await client.query('commit');
      expect(await epochOf(ref)).toBe(closed + 1);
      expect(await pidOf(client)).toBeGreaterThan(0);
    } finally {
      client.release();
    }
  });
});
