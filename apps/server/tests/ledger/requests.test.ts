import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { claimRequest } from '../../src/ledger/idempotency.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { noon } from '../kit/clock.ts';
import { type Club, openClub } from '../kit/club.ts';
import { hold, readHold } from '../kit/holds.ts';
import { balanceOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/**
 * A money call like those of the domains: claim the request, act under its `ref`, and answer from the rows of that
 * `ref`.
 */
async function setAside(member: Account, key: string, amount: bigint) {
  const { bucket, memberId } = member;
  const bodyHash = createHash('sha256').update(`set aside ${amount}`).digest();
  return transaction(club.db, async (tx) => {
    const { ref, day, first } = await claimRequest(tx, { bucket, memberId, key, bodyHash });
    if (first) await hold(tx, { bucket, memberId, id: ref, day, amount, purpose: 'test' });
    return readHold(tx.q, member, ref);
  });
}

test('the same key and body get the same answer, and move money once', async () => {
  const member = await club.member({ credits: 1_000n });
  const key = randomUUID();
  const answer = await setAside(member, key, 300n);
  expect(answer).toMatchObject({ amount: 300n, state: 'pending' });
  expect(await setAside(member, key, 300n)).toEqual(answer);
  expect(await setAside(member, key.toUpperCase(), 300n)).toEqual(answer);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 700n, held: 300n, version: 2n });
});

test('many at the same moment get the same answer too', async () => {
  const member = await club.member({ credits: 1_000n });
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 25 }, () => setAside(member, key, 300n)));
  expect(new Set(answers.map((answer) => answer?.id)).size).toBe(1);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 700n, held: 300n });
});

test('a retry after midnight is the same act, of the same day', async () => {
  const member = await club.member({ credits: 1_000n });
  const key = randomUUID();
  await club.clock.set(noon() + 12 * 3_600_000 - 1_000);
  const answer = await setAside(member, key, 300n);
  await club.clock.forward(2_000);
  expect(await setAside(member, key, 300n)).toEqual(answer);
  expect((await setAside(member, randomUUID(), 300n))?.day).not.toBe(answer?.day);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 400n, held: 600n });
});

test('the same key with another body is refused, and moves nothing', async () => {
  const member = await club.member({ credits: 1_000n });
  const key = randomUUID();
  await setAside(member, key, 300n);
  await expect(setAside(member, key, 301n)).rejects.toMatchObject({ code: 'key-reused' });
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 700n, held: 300n });
});

test('keys belong to their member', async () => {
  const [one, two] = await club.members(2, { credits: 1_000n });
  const key = randomUUID();
  await setAside(one!, key, 300n);
  await setAside(two!, key, 500n);
  expect(await balanceOf(club.db, two!)).toMatchObject({ available: 500n });
});

test('what was refused leaves its key free', async () => {
  const member = await club.member({ credits: 1_000n });
  const key = randomUUID();
  await expect(setAside(member, key, 1_001n)).rejects.toMatchObject({ code: 'balance-too-small' });
  expect(await setAside(member, key, 1_000n)).toMatchObject({ amount: 1_000n });
});
