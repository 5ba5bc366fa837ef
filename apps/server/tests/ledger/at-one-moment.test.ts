import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FUNCTION_RIGHTS } from '../../src/db/rights/functions.ts';
import { openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';
import { ADA, BO, enterTwo } from '../kit/staff.ts';
import {
  addTitle,
  called,
  held,
  makeEven,
  mend,
  payment,
  posted,
  REFUSED,
  review,
  say,
  stage,
  TWICE,
} from './causes.ts';
import { OF_PAYMENTS } from './causes-of-payments.ts';
import { OF_PURCHASES } from './causes-of-purchases.ts';
import { OF_WITHDRAWALS } from './causes-of-withdrawals.ts';

// Posting functions check whether their cause was used already. A second call must wait until the first commits;
// otherwise it would see nothing and post again.

const CREDITS = { credits: 100_000n };

beforeAll(async () => {
  stage.club = await openClub();
  await enterTwo(stage.club);
  stage.titleId = await addTitle();
});
beforeEach(async () => {
  stage.mira = await stage.club.member(CREDITS);
  stage.other = await stage.club.member(CREDITS);
  await mend();
});
afterEach(makeEven);
afterAll(() => stage.club.close());

type Call = readonly [name: string, values: readonly unknown[]];

/** Outcome of the second call, sent before the first has committed. */
async function duringFirst([first, values]: Call, [second, secondValues]: Call): Promise<string> {
  const open = await openTransaction(stage.club.pools[FUNCTION_RIGHTS[first]?.roles[0] ?? 'api']);
  try {
    await open.client.query(`select ${first}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, [...values]);
    const later = called(second, secondValues);
    await Promise.race([later, untilWaiting(stage.club.owner, open.pid)]);
    await open.commit();
    return await later;
  } finally {
    await open.rollback();
  }
}

describe('two calls for one cause at the same moment', () => {
  test.each([...OF_PAYMENTS, ...OF_WITHDRAWALS, ...OF_PURCHASES])('$name posts once', async ({ name, kinds, call }) => {
    const values = await call();
    expect([REFUSED, TWICE]).toContain(await duringFirst([name, values], [name, values]));
    if (!kinds[0]?.startsWith('grant')) expect(await posted(stage.mira)).toEqual(kinds);
  });

  const ENDS: Record<string, (id: string) => Promise<unknown[]>> = {
    'payments.book_payout': async (reference) => [
      await say({ kind: 'paid-out', reference, providerRef: 'p', amount: '5000', currency: 'PLAY' }),
    ],
    'payments.fail_payout': async (reference) => [await say({ kind: 'failed', reference })],
  };
  test.each([
    ['payments.book_payout', 'payments.fail_payout', ['hold available held 5000', 'post held cash 5000']],
    ['payments.fail_payout', 'payments.book_payout', ['hold available held 5000', 'release held available 5000']],
  ])('a withdrawal ends once: %s before %s', async (first, second, kinds) => {
    const id = await held('sent');
    const callOf = async (name: string): Promise<Call> => [
      name,
      [stage.mira.bucket, stage.mira.memberId, id, ...((await ENDS[name]?.(id)) ?? [])],
    ];
    expect(await duringFirst(await callOf(first), await callOf(second))).toBe(REFUSED);
    expect(await posted(stage.mira)).toEqual(kinds);
  });

  test('a payment in review is credited or goes back, not both', async () => {
    const { id } = await payment({ state: 'review', reason: 'amount', ended_at: null });
    await review('payment', id, ADA, 'credit');
    await review('payment', id, BO, 'refund');
    const values = [stage.mira.bucket, stage.mira.memberId, id];
    expect(await duringFirst(['payments.credit_in_review', values], ['payments.refund_in_review', values])).toBe(
      REFUSED,
    );
    expect(await posted(stage.mira)).toEqual(['correction cash available 5000']);
  });
});
