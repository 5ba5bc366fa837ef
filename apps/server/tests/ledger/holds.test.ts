import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Account, lockBalance } from '../../src/ledger/lock.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Hold, hold, postHold, readHold, releaseHold } from '../kit/holds.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { balanceOf, DAY } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await club.close();
});

async function holdOf(member: Account, amount: bigint, id = newId()): Promise<Hold> {
  const { bucket, memberId } = member;
  const wanted: Hold = { bucket, memberId, id, day: DAY, amount, purpose: 'withdrawal' };
  await transaction(club.db, (tx) => hold(tx, wanted));
  return wanted;
}

const postTo = (of: Hold, to: 'cash' | 'sales') => transaction(club.db, (tx) => postHold(tx, of, of.id, to));
const release = (of: Hold) => transaction(club.db, (tx) => releaseHold(tx, of, of.id));
const stateOf = async (of: Hold) => (await readHold(club.db, of, of.id))?.state;

describe('a hold', () => {
  test('sets a sum aside, and says so', async () => {
    const member = await club.member({ credits: 1_000n });
    const made = await holdOf(member, 400n);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 600n, held: 400n });
    expect(await readHold(club.db, member, made.id)).toEqual({ ...made, state: 'pending' });
    expect(await readHold(club.db, member, newId())).toBeNull();
  });

  test('that is posted leaves the member for the account named', async () => {
    const member = await club.member({ credits: 1_000n });
    const made = await holdOf(member, 400n);
    await postTo(made, 'cash');
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 600n, held: 0n, cash: 400n });
    expect(await stateOf(made)).toBe('posted');
  });

  test('that is released is available again', async () => {
    const member = await club.member({ credits: 1_000n });
    const made = await holdOf(member, 1_000n);
    await release(made);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 1_000n, held: 0n });
    expect(await stateOf(made)).toBe('released');
  });

  test('cannot be of more than is available, and says how much is missing', async () => {
    const member = await club.member({ credits: 1_000n });
    await holdOf(member, 700n);
    await expect(holdOf(member, 301n)).rejects.toMatchObject({
      code: 'balance-too-small',
      params: { missingMinor: '1' },
    });
    await holdOf(member, 300n);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 0n, held: 1_000n });
  });

  test('leaves other holds of the member alone', async () => {
    const member = await club.member({ credits: 1_000n });
    const [one, two] = [await holdOf(member, 100n), await holdOf(member, 200n)];
    await postTo(one, 'cash');
    expect(await stateOf(two)).toBe('pending');
    await release(two);
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 900n, held: 0n, cash: 100n });
  });
});

describe('a hold ends once', () => {
  test('whatever is repeated', async () => {
    const member = await club.member({ credits: 1_000n });
    const [posted, released] = [await holdOf(member, 100n), await holdOf(member, 200n)];
    for (let turn = 0; turn < 3; turn++) {
      await holdOf(member, 100n, posted.id);
      await postTo(posted, 'cash');
      await release(released);
    }
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 900n, held: 0n, cash: 100n, version: 5n });
  });

  test('never in two ways, nor to two accounts', async () => {
    const member = await club.member({ credits: 1_000n });
    // A second hold, so that the balance `held` alone would permit the second end.
    const [posted, released] = [await holdOf(member, 100n), await holdOf(member, 100n)];
    await holdOf(member, 500n);
    await postTo(posted, 'cash');
    await release(released);
    await expect(release(posted)).rejects.toThrow('was posted');
    await expect(postTo(released, 'cash')).rejects.toThrow('was released');
    await expect(postTo(posted, 'sales')).rejects.toThrow('posted elsewhere');
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 400n, held: 500n, cash: 100n });
  });

  test('of two ends at the same moment the first wins', async () => {
    const member = await club.member({ credits: 1_000n });
    const made = await holdOf(member, 100n);
    await holdOf(member, 500n);
    const first = await openTransaction(club.pool);
    try {
      await first.client.query('select ledger.lock($1, $2)', [[member.bucket], [member.memberId]]);
      const ends = Promise.allSettled([release(made), postTo(made, 'cash'), release(made), postTo(made, 'cash')]);
      await untilWaiting(club.owner, first.pid);
      await first.commit();
      const outcomes = (await ends).map((end) => end.status === 'fulfilled');
      expect([
        [true, false, true, false],
        [false, true, false, true],
      ]).toContainEqual(outcomes);
    } finally {
      await first.rollback();
    }
    const { held, available, cash } = await balanceOf(club.db, member);
    expect(held).toBe(500n);
    expect(available + cash).toBe(500n);
  });

  test('is refused where there is no such hold, or another one of this name', async () => {
    const [member, other] = await club.members(2, { credits: 1_000n });
    const made = await holdOf(member!, 100n);
    await expect(release({ ...made, id: newId() })).rejects.toThrow('there is no hold');
    await expect(release({ ...made, bucket: other!.bucket, memberId: other!.memberId })).rejects.toThrow('no hold');
    await expect(holdOf(member!, 101n, made.id)).rejects.toThrow('is another one');
    expect(await balanceOf(club.db, other!)).toMatchObject({ available: 1_000n, held: 0n });
  });
});

test('money of somebody without a balance is not locked', async () => {
  const nobody = { bucket: 0, memberId: newId() };
  await expect(transaction(club.db, (tx) => lockBalance(tx, nobody))).rejects.toThrow('has no balance row');
});

test('parallel holds take no more than there is', async () => {
  const member = await club.member({ credits: 1_000n });
  const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => holdOf(member, 90n)));
  expect(attempts.filter((one) => one.status === 'fulfilled')).toHaveLength(11);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 10n, held: 990n });
});
