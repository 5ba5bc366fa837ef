import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import { registerHouseMetrics } from '../../../src/metrics/house-metrics.ts';
import { handleDueEvents, handleEvents } from '../../../src/payments/provider/events.ts';
import { keepMessage, verifyDueMessages } from '../../../src/payments/provider/messages.ts';
import type { ProviderEvent } from '../../../src/payments/provider/provider.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { creditAs } from '../../kit/decisions.ts';
import { keepSigned, paidIn, saying } from '../../kit/provider.ts';
import { ADA } from '../../kit/staff.ts';
import { openWallet, outcomeOf, readyMember, startOne, type TestWallet } from '../../kit/wallet.ts';
import { paidOut, submit, wentWrong } from '../withdrawals/withdrawing.ts';

const AMOUNT = 10_000n;
const UNDONE = { 'capture-failed': 0, 'charged-back': 0, 'refund-failed': 0 };
const NONE = {
  'unknown-reference': 0,
  'other-sum': 0,
  contradicted: 0,
  'credited-before': 0,
  'bad-amount': 0,
  'not-signed': 0,
  ...UNDONE,
};

let club: Club;
let wallet: TestWallet;
let mira: Identity;
const messages: [string, string][] = [];
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  mira = await readyMember(club, wallet, { credits: 100_000n });
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  wallet.close();
  await club.close();
});

const deps = () => ({
  ...wallet.jobs,
  onUnmatched: (id: string, outcome: string) => void messages.push([id, outcome]),
});

/** Delivers an event twice, as providers do. Returns its outcome. */
async function hear(event: ProviderEvent): Promise<string | null> {
  for (let delivery = 0; delivery < 2; delivery++) {
    const message = wallet.provider.deliver([event], club.clock.nowMs());
    await keepMessage(wallet.payments, 'sandbox', message);
    await handleEvents(deps(), await verifyDueMessages(deps()));
  }
  return outcomeOf(club, event);
}

/** The metrics of unmatched messages, by outcome. */
async function figures(): Promise<Record<string, number>> {
  const registry = new Registry();
  registerHouseMetrics(registry, { db: club.draw, catalogue: club.catalogue, onFault: () => {} });
  const text = await registry.metrics();
  const found = text.matchAll(/^tercet_provider_messages_unmatched\{outcome="([a-z-]+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}

/** Creates a payment of one minor unit too little, in review. */
async function inReview(): Promise<string> {
  const topUp = await startOne(wallet, mira, AMOUNT);
  await hear(paidIn(topUp, AMOUNT - 1n));
  const { rows } = await club.pool.query('select id from payments.payment where top_up_id = $1', [topUp]);
  return rows[0].id;
}

async function sentPayout(): Promise<string> {
  const id = await submit(wallet.payments, mira, AMOUNT);
  expect(await sendDuePayouts(wallet.jobs)).toBe(1);
  return id;
}

test('what goes on as it should tells nobody, nor does a page that nobody knows and nobody paid', async () => {
  const topUp = await startOne(wallet, mira, AMOUNT);
  const outcomes = [
    await hear(saying('pending', topUp)),
    await hear(paidIn(topUp, AMOUNT)),
    await hear(saying('declined', topUp)),
    await hear(saying('expired', newId())),
    await hear(paidOut(await sentPayout(), AMOUNT)),
  ];
  expect(outcomes).toEqual(['moved', 'credited', 'too-late', 'unknown-reference', 'paid']);
  await inReview();
  expect(messages).toEqual([]);
  expect(await figures()).toEqual(NONE);
});

test('a message that moves money and fits nothing is told once, by its id, and counted for seven days', async () => {
  const other = paidOut(await sentPayout(), AMOUNT + 1n);
  const failed = await sentPayout();
  expect(await hear(wentWrong('failed', failed))).toBe('failed');
  const contradicted = paidOut(failed, AMOUNT);
  const credited = await inReview();
  const verdict = { staffId: ADA, why: 'test' };
  await creditAs(club, wallet.payments, mira, credited, verdict);
  await club.owner.query(`insert into payments.reference values ($1, $2, $3, 'payment')`, [
    credited,
    mira.bucket,
    mira.memberId,
  ]);
  const before = saying('refunded', credited);
  const stray = [paidIn(newId(), AMOUNT), saying('refunded', newId()), paidOut(newId(), AMOUNT)];
  for (const event of [...stray, other, contradicted, before]) await hear(event);

  // As from an adapter that is less strict than the sandbox's.
  const bad = { ...paidIn(await startOne(wallet, mira, AMOUNT), AMOUNT), amount: '0' };
  await keepSigned(club.owner, bad);
  await handleDueEvents(deps());

  expect(messages).toEqual([
    ...stray.map(({ eventId }) => [eventId, 'unknown-reference']),
    [other.eventId, 'other-sum'],
    [contradicted.eventId, 'contradicted'],
    [before.eventId, 'credited-before'],
    [bad.eventId, 'bad-amount'],
  ]);
  const of = { 'unknown-reference': 3, 'other-sum': 1, contradicted: 1, 'credited-before': 1, 'bad-amount': 1 };
  const counted = { ...of, 'not-signed': 0, ...UNDONE };
  expect(await figures()).toEqual(counted);
  await club.clock.forward(7 * DAY_MS - 60_000);
  expect(await figures()).toEqual(counted);
  await club.clock.forward(60_000);
  expect(await figures()).toEqual(NONE);
});
