import { expect, test } from 'vitest';
import { sandboxIdentity } from './identity/sandbox.ts';
import { sandboxProvider } from './payment/sandbox.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from './payment/sandbox-signature.ts';

const PLACE = { url: 'http://127.0.0.1:1', secret: 'a secret of both' };
const NOW_MS = Date.UTC(2026, 10, 26);
const DECLINED = { eventId: 'e-1', kind: 'declined', reference: 'top-up-1' };
const EXPIRED = {
  eventId: 'e-2',
  kind: 'identity',
  outcome: 'expired',
  reference: 'c',
  providerRef: 'p',
  decidedAtMs: 1,
};

const PAID_OUT = {
  eventId: 'e-4',
  kind: 'paid-out',
  reference: 'w-1',
  providerRef: 'o-1',
  amount: '5000',
  currency: 'PLAY',
};
const PAID = { eventId: 'e-3', kind: 'paid-in', reference: 'top-up-1', providerRef: 'p-1', currency: 'PLAY' };

function deliver(content: unknown, before = '') {
  const body = Buffer.from(before + JSON.stringify(content));
  return { body, headers: { [WEBHOOK_SIGNATURE_HEADER]: signWebhook(PLACE.secret, body, NOW_MS) }, nowMs: NOW_MS };
}

test.each([
  ...[null, 7, 'text', [], {}],
  { ...DECLINED, kind: 'of next year' },
  { ...DECLINED, reference: null },
  { ...DECLINED, reference: 'top-up\u0000' },
  { ...DECLINED, eventId: 'half \ud83d' },
  { ...PAID, amount: '5000', providerRef: '\u0000' },
  { ...EXPIRED, providerRef: 'p\u0000' },
])('a signed event %j does not lose its neighbours', (bad) => {
  expect(sandboxProvider(PLACE).readWebhook(deliver({ events: [bad, DECLINED, bad] }))).toEqual([DECLINED]);
  const news = sandboxIdentity(PLACE).readWebhook(deliver({ events: [bad, EXPIRED] }));
  expect(news).toEqual([{ kind: 'expired', reference: 'c', providerRef: 'p', decidedAtMs: 1 }]);
});

test.each([5_000, '50.00', '5e3', '', null])('money in with the amount %j is left to staff, not lost', (amount) => {
  const events = sandboxProvider(PLACE).readWebhook(deliver({ events: [{ ...PAID, amount }] }));
  expect(events).toEqual([{ ...PAID, amount: 0n }]);
});

test.each([
  ['74537604221222132710572', '74537604221222132710572'],
  [undefined, undefined],
  ['<b>', undefined],
  [7, undefined],
])('a payout with the bank’s reference %j is read with %j', (traceRef, read) => {
  const [event] = sandboxProvider(PLACE).readWebhook(deliver({ events: [{ ...PAID_OUT, traceRef }] })) ?? [];
  expect(event).toEqual({ ...PAID_OUT, amount: 5_000n, traceRef: read });
});

test('a signed message may begin with a byte order mark', () => {
  expect(sandboxProvider(PLACE).readWebhook(deliver({ events: [DECLINED] }, '\ufeff'))).toEqual([DECLINED]);
  expect(sandboxIdentity(PLACE).readWebhook(deliver({ events: [EXPIRED] }, '\ufeff'))).toHaveLength(1);
});
