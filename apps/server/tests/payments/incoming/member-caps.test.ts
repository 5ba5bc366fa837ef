import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../src/db/transaction.ts';
import { HOUR_MS } from '../../../src/durations.ts';
import { refuseUnready } from '../../../src/http/member/account/readiness.ts';
import type { Identity } from '../../../src/identity.ts';
import { exclude } from '../../../src/members/limits/exclusions.ts';
import type { LimitKind } from '../../../src/members/limits/limit-kinds.ts';
import { setLimit } from '../../../src/members/limits/limits.ts';
import { readTopUp } from '../../../src/payments/top-ups/top-ups.ts';
import { readWallet } from '../../../src/payments/wallet.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { balanceOf } from '../../kit/money.ts';
import { paidIn, saying } from '../../kit/provider.ts';
import { hear, openWallet, startOne, type TestWallet } from '../../kit/wallet.ts';

const AMOUNT = 10_000n;

let club: Club;
let wallet: TestWallet;
let mira: Identity;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 12 });
  wallet = await openWallet(club);
});
beforeEach(async () => {
  mira = await club.member({ credits: 0n });
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

async function allOf({ memberId }: Identity): Promise<string[]> {
  const { rows } = await club.owner.query('select id from payments.top_up where member_id = $1', [memberId]);
  return rows.map(({ id }) => id);
}

const start = (amount = AMOUNT) => startOne(wallet, mira, amount);
const limit = (kind: LimitKind, value: bigint | null) => transaction(club.api, (tx) => setLimit(tx, mira, kind, value));

describe('house rule 9: of 200 top-ups at once, as many begin as the limit leaves room for', () => {
  test.each<[LimitKind, number]>([
    ['deposit-day', 24],
    ['deposit-week', 168],
    ['deposit-month', 720],
  ])('%s, over %d hours', async (kind, hours) => {
    await limit(kind, 6n * AMOUNT + 9_999n);
    const attempts = await Promise.allSettled(Array.from({ length: 200 }, () => start()));
    // Count rows: on a slow machine, a top-up may start although its answer is lost.
    const begun = await allOf(mira);
    expect(begun.length).toBeLessThanOrEqual(6);
    expect(begun.length).toBeGreaterThan(0);
    for (const one of attempts) {
      // On a slow machine, some get no connection in time. They have started nothing.
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/amount-too-large|timeout exceeded/);
    }
    while (begun.length < 6) begun.push(await start());
    for (const id of begun) await hear(club, wallet, paidIn(id, AMOUNT));
    expect((await balanceOf(club.db, mira)).available).toBe(6n * AMOUNT);
    expect((await readWallet(wallet.payments, mira)).room?.max).toBe(9_999n);
    await club.clock.forward(hours * HOUR_MS - 1);
    await expect(start()).rejects.toMatchObject({ code: 'amount-too-large', params: { maxMinor: '9999' } });
    await club.clock.forward(1);
    await start();
  });
});

describe('what a member allows himself', () => {
  test('holds at once, also for pages that were open: of them as much comes in as the new limit leaves room for', async () => {
    const pages = [await start(), await start(), await start()];
    await limit('deposit-day', 2n * AMOUNT + 1n);
    for (const page of pages) await hear(club, wallet, paidIn(page, AMOUNT));
    expect((await balanceOf(club.db, mira)).available).toBe(2n * AMOUNT);
    expect((await readTopUp(club.db, mira, pages[2] ?? '')).state).toBe('review');
  });

  test('counts what is still to be paid, however long ago it was begun', async () => {
    await limit('deposit-day', AMOUNT);
    const first = await start();
    await hear(club, wallet, saying('pending', first));
    await club.clock.forward(25 * HOUR_MS);
    await expect(start()).rejects.toMatchObject({ code: 'amount-too-large' });
    await hear(club, wallet, paidIn(first, AMOUNT));
    await expect(start()).rejects.toMatchObject({ code: 'amount-too-large' });
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
  });

  test('holds for what is paid late: that waits for review, outside of the balance', async () => {
    const late = await start();
    await hear(club, wallet, saying('declined', late));
    await limit('deposit-week', AMOUNT);
    await hear(club, wallet, paidIn(await start(), AMOUNT));
    await hear(club, wallet, paidIn(late, AMOUNT));
    expect((await readTopUp(club.db, mira, late)).state).toBe('review');
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
  });

  test('during a time-out is nothing: none begins, and a page that was open brings nothing in', async () => {
    const open = await start();
    await transaction(club.api, (tx) => exclude(tx, wallet.members, mira, { kind: 'time-out', hours: 24 }));
    await expect(transaction(club.api, (tx) => refuseUnready(tx.q, mira))).rejects.toMatchObject({ code: 'excluded' });
    await expect(start()).rejects.toMatchObject({ code: 'amount-too-large', params: { maxMinor: '0' } });
    await hear(club, wallet, paidIn(open, AMOUNT));
    expect((await readTopUp(club.db, mira, open)).state).toBe('review');
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
    await club.clock.forward(24 * HOUR_MS);
    await start();
  });
});
