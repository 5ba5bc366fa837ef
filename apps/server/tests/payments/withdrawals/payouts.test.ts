import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import {
  hear as hearIn,
  messageKindsOf,
  moneyOf,
  outcomesOf,
  type PayoutNews,
  paidOut,
  paidTraced,
  submit,
  wentWrong,
  withdrawalOf,
} from './withdrawing.ts';

const CREDITS = 10_000n;
const AMOUNT = 4_000n;

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterEach(async () => expect(await reconcile(club.jobs)).toEqual([]));
afterAll(async () => {
  wallet.close();
  await club.close();
});

interface Sent {
  member: Identity;
  id: string;
}

async function approved(): Promise<Sent> {
  const member = await club.member({ credits: CREDITS });
  await givePayee(club.db, wallet.payments.cipher, member);
  return { member, id: await submit(wallet.payments, member, AMOUNT) };
}

async function sent(): Promise<Sent> {
  const one = await approved();
  await sendDuePayouts(wallet.jobs);
  return one;
}

function hear({ member }: Sent, event: PayoutNews, provider?: string): Promise<string> {
  return hearIn(wallet.jobs, member, event, provider);
}

function stateOf({ member, id }: Sent): Promise<string> {
  return withdrawalOf(club.db, member, id).then(({ state }) => state);
}

describe('what a provider says about a payout', () => {
  test('paid out: the money has left, and the member is told', async () => {
    const one = await sent();
    expect(await hear(one, paidOut(one.id, AMOUNT))).toBe('paid');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: CREDITS - AMOUNT, held: 0n, cash: AMOUNT });
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({
      state: 'paid',
      endedAtMs: club.clock.nowMs(),
      steps: [{ state: 'submitted' }, { state: 'approved' }, { state: 'sent' }, { state: 'paid' }],
    });
    expect(await outcomesOf(club, one.member)).toEqual(['paid']);
    expect((await messageKindsOf(club, one.member)).at(-1)).toEqual({
      kind: 'withdrawal-paid',
      params: { withdrawalId: one.id, amountMinor: String(AMOUNT) },
    });
  });

  test('the bank’s reference is stored with the payout or later, and the first one stays', async () => {
    const [atOnce, later] = [await sent(), await sent()];
    const traceOf = ({ member, id }: Sent) => withdrawalOf(club.db, member, id).then(({ traceRef }) => traceRef);
    expect(await traceOf(atOnce)).toBe(null);
    expect(await hear(atOnce, paidTraced(atOnce.id, AMOUNT, 'ARN 1'))).toBe('paid');
    expect(await hear(later, paidOut(later.id, AMOUNT))).toBe('paid');
    expect([await traceOf(atOnce), await traceOf(later)]).toEqual(['ARN 1', null]);
    for (const one of [atOnce, later]) expect(await hear(one, paidTraced(one.id, AMOUNT, 'ARN 2'))).toBe('known');
    expect([await traceOf(atOnce), await traceOf(later)]).toEqual(['ARN 1', 'ARN 2']);
    expect(await moneyOf(club.db, later.member)).toEqual({ available: CREDITS - AMOUNT, held: 0n, cash: AMOUNT });
  });

  test('the bank’s reference of another sum is not stored', async () => {
    const one = await sent();
    expect(await hear(one, paidTraced(one.id, AMOUNT + 1n, 'ARN 3'))).toBe('other-sum');
    expect(await withdrawalOf(club.db, one.member, one.id)).toMatchObject({ state: 'sent', traceRef: null });
  });

  test('failed: the money is back, and the member is told', async () => {
    const one = await sent();
    expect(await hear(one, wentWrong('failed', one.id))).toBe('failed');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: CREDITS, held: 0n, cash: 0n });
    expect(await stateOf(one)).toBe('failed');
    expect(await outcomesOf(club, one.member)).toEqual(['failed']);
    expect((await messageKindsOf(club, one.member)).at(-1)?.kind).toBe('withdrawal-failed');
  });

  test('returned days after it was paid: the money is back by a posting of its own', async () => {
    const one = await sent();
    await hear(one, paidOut(one.id, AMOUNT));
    await club.at(club.clock.nowMs() + 5 * 86_400_000);
    expect(await hear(one, wentWrong('returned', one.id))).toBe('returned');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: CREDITS, held: 0n, cash: 0n });
    expect(await stateOf(one)).toBe('returned');
    expect(await outcomesOf(club, one.member)).toEqual(['paid', 'failed']);
    expect((await messageKindsOf(club, one.member)).at(-1)?.kind).toBe('withdrawal-returned');
    const { rows } = await club.owner.query(
      'select kind from ledger.transfer where ref = $1 order by epoch, at, kind',
      [one.id],
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['bounce', 'hold', 'post']);
  });

  test('that it paid another sum, or in another currency: nothing moves', async () => {
    const one = await sent();
    expect(await hear(one, paidOut(one.id, AMOUNT + 1n))).toBe('other-sum');
    expect(await hear(one, paidOut(one.id, AMOUNT, 'EUR'))).toBe('other-sum');
    expect(await moneyOf(club.db, one.member)).toMatchObject({ available: CREDITS - AMOUNT, held: AMOUNT });
    expect(await stateOf(one)).toBe('sent');
  });

  test('about somebody else’s withdrawal, or from another provider: nothing moves', async () => {
    const [one, other] = [await sent(), await sent()];
    expect(await hear(one, paidOut(other.id, AMOUNT))).toBe('unknown-reference');
    expect(await hear(one, paidOut(one.id, AMOUNT), 'another')).toBe('unknown-reference');
    expect(await stateOf(one)).toBe('sent');
  });

  test('that it paid what it had said to have failed: the balance stays, and people must look', async () => {
    const one = await sent();
    await hear(one, wentWrong('failed', one.id));
    // The member withdraws the money again, so that reversing it would make the balance negative.
    await submit(wallet.payments, one.member, CREDITS);
    expect(await hear(one, paidOut(one.id, AMOUNT))).toBe('contradicted');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: 0n, held: CREDITS, cash: 0n });
    expect(await hear(one, wentWrong('returned', one.id))).toBe('known');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: 0n, held: CREDITS, cash: 0n });
  });

  test('that it failed after it was paid, without having come back: nothing moves', async () => {
    const one = await sent();
    await hear(one, paidOut(one.id, AMOUNT));
    expect(await hear(one, wentWrong('failed', one.id))).toBe('contradicted');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: CREDITS - AMOUNT, held: 0n, cash: AMOUNT });
    expect(await hear(one, wentWrong('returned', one.id))).toBe('returned');
    expect(await moneyOf(club.db, one.member)).toEqual({ available: CREDITS, held: 0n, cash: 0n });
  });

  test('about what it was never sent: nothing moves', async () => {
    const member = await club.member({ credits: 600_000n });
    await givePayee(club.db, wallet.payments.cipher, member);
    const one = { member, id: await submit(wallet.payments, member, 500_000n) };
    for (const event of [paidOut(one.id, 500_000n), wentWrong('failed', one.id), wentWrong('returned', one.id)]) {
      expect(await hear(one, event)).toBe('contradicted');
    }
    expect(await stateOf(one)).toBe('in-review');
  });

  test('before we have written down that it has it, counts as much', async () => {
    for (const event of [paidOut, (id: string) => wentWrong('failed', id), (id: string) => wentWrong('returned', id)]) {
      const one = await approved();
      const quick = {
        ...wallet.provider,
        payout: async (ask: Parameters<typeof wallet.provider.payout>[0]) => {
          await hear(one, event(one.id, AMOUNT));
          return wallet.provider.payout(ask);
        },
      };
      await sendDuePayouts({ ...wallet.jobs, provider: quick });
      expect(['paid', 'failed', 'returned']).toContain(await stateOf(one));
      expect(await moneyOf(club.db, one.member)).toMatchObject({ held: 0n });
    }
  });
});

/** Messages that a provider may send about one payout. */
const HISTORIES = {
  paid: (id: string) => [paidOut(id, AMOUNT)],
  failed: (id: string) => [wentWrong('failed', id)],
  returned: (id: string) => [paidOut(id, AMOUNT), wentWrong('returned', id)],
};

describe('whatever the order, and however often each is said', () => {
  test.each(Object.keys(HISTORIES) as (keyof typeof HISTORIES)[])('a payout ends %s', async (ending) => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (wasSent, picks, atOnce) => {
          const one = wasSent ? await sent() : await approved();
          const stated = HISTORIES[ending](one.id);
          // Each message once in random order, with random repetitions.
          const order = [...picks.map((pick) => stated[pick % stated.length]!), ...shuffled(stated, picks[0] ?? 0)];
          const heard = atOnce
            ? await Promise.all(order.map((event) => hear(one, event)))
            : await inTurn(order, (event) => hear(one, event));
          expect(await stateOf(one)).toBe(ending);
          expect(new Set(heard)).not.toContain('contradicted');
          const isBack = ending !== 'paid';
          expect(await moneyOf(club.db, one.member)).toEqual({
            available: isBack ? CREDITS : CREDITS - AMOUNT,
            held: 0n,
            cash: isBack ? 0n : AMOUNT,
          });
          const messageKinds = await messageKindsOf(club, one.member);
          expect(messageKinds.filter(({ kind }) => kind === `withdrawal-${ending}`)).toHaveLength(1);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('also what cannot be true, no cent is made or lost', async () => {
    const kinds = ['paid-out', 'other-sum', 'failed', 'returned'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }), async (stated) => {
        const one = await sent();
        for (const kind of stated) {
          const event =
            kind === 'paid-out' || kind === 'other-sum'
              ? paidOut(one.id, kind === 'paid-out' ? AMOUNT : 1n)
              : wentWrong(kind, one.id);
          await hear(one, event);
        }
        const { available, held, cash } = await moneyOf(club.db, one.member);
        expect(available + held + cash).toBe(CREDITS);
        const [first] = stated.filter((kind) => kind !== 'other-sum');
        const came = stated.includes('returned') || first === 'failed';
        expect(available).toBe(first !== undefined && came ? CREDITS : CREDITS - AMOUNT);
      }),
      { numRuns: 40 },
    );
  });
});

function shuffled<T>(all: readonly T[], seed: number): T[] {
  return seed % 2 === 0 ? [...all] : [...all].reverse();
}

async function inTurn<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await act(one));
  return done;
}
