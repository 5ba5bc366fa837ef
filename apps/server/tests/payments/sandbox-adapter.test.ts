import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestClub, openTestSandbox, SECRET, type TestClub, type TestSandbox } from '../../../../dev/sandbox/kit.ts';
import { sandboxProvider } from '../../src/adapters/payment/sandbox.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from '../../src/adapters/payment/sandbox-signature.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import type { PaymentProvider, WebhookMessage } from '../../src/payments/provider/provider.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MONEY = { amount: 12_500n, currency: 'PLAY', exponent: 2 };

let club: TestClub;
let sandbox: TestSandbox;
let provider: PaymentProvider;

beforeAll(async () => {
  club = await openTestClub();
  sandbox = await openTestSandbox(club.url);
  provider = sandboxProvider({ url: sandbox.url(), secret: SECRET });
});

afterAll(async () => {
  await sandbox.close();
  await club.close();
});

function checkout(reference: string) {
  const page = { returnUrl: 'http://127.0.0.1:3000/Recharge', expiresAtMs: NOON + 1_800_000, locale: 'en' };
  return provider.createCheckout({ reference, ...MONEY, ...page });
}

function payout(reference: string, iban: string) {
  return provider.payout({ reference, ...MONEY, holder: 'M. Adeyemi', bankCode: 'x', to: { kind: 'iban', iban } });
}

async function failureOf(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  );
}

describe('acts', () => {
  test('a checkout that is asked for again is the same, and its payment is looked up and given back', async () => {
    const reference = randomUUID();
    const first = await checkout(reference);
    expect(first.url).toBe(`${sandbox.url()}/checkout/${first.checkoutRef}`);
    expect(await checkout(reference)).toEqual(first);
    await sandbox.control().checkout(reference, 'approve', { amountMinor: '99', currency: 'EUR' });
    const [paid] = await provider.lookUp('top-up', reference);
    expect(paid).toMatchObject({ kind: 'paid-in', reference, amount: 99n, currency: 'EUR' });
    const providerRef = paid?.kind === 'paid-in' ? paid.providerRef : '';
    const refund = { reference: randomUUID(), providerRef, amount: 99n, currency: 'EUR', exponent: 2 };
    await provider.refund(refund);
    await provider.refund(refund);
    const events = await provider.lookUp('top-up', reference);
    expect(events.map((event) => [event.kind, event.reference])).toEqual([
      ['paid-in', reference],
      ['refunded', refund.reference],
    ]);
  });

  test('a payout is sent once, and what became of it is looked up', async () => {
    const reference = randomUUID();
    const sent = await payout(reference, 'DE89370400440532013000');
    expect(await payout(reference, 'DE89370400440532013000')).toEqual(sent);
    expect(await provider.lookUp('withdrawal', reference)).toEqual([]);
    await sandbox.control().payout(reference, 'paid');
    expect(await provider.lookUp('withdrawal', reference)).toMatchObject([
      { kind: 'paid-out', reference, providerRef: sent.providerRef, amount: 12_500n, currency: 'PLAY' },
    ]);
  });

  test('what it holds is what came in and was neither given back nor paid out, of each currency for itself', async () => {
    const held = async (currency = 'XTS') => (await provider.funds({ currency })).amount;
    expect(await held()).toBe(0n);
    const pay = async (amountMinor: string, currency = 'XTS') => {
      const reference = randomUUID();
      await checkout(reference);
      await sandbox.control().checkout(reference, 'approve', { amountMinor, currency });
      const [paid] = await provider.lookUp('top-up', reference);
      return paid?.kind === 'paid-in' ? paid.providerRef : '';
    };
    await pay('5000');
    const providerRef = await pay('700');
    await pay('90', 'XAU');
    expect([await held(), await held('XAU')]).toEqual([5_700n, 90n]);
    await provider.refund({ reference: randomUUID(), providerRef, amount: 700n, currency: 'XTS', exponent: 2 });
    expect(await held()).toBe(5_000n);
    const reference = randomUUID();
    const to = { kind: 'iban', iban: 'DE89370400440532013000' } as const;
    await provider.payout({ reference, amount: 6_000n, currency: 'XTS', exponent: 2, holder: 'M', bankCode: 'x', to });
    expect(await held()).toBe(5_000n);
    await sandbox.control().payout(reference, 'paid');
    expect(await held()).toBe(-1_000n);
    await sandbox.control().payout(reference, 'returned');
    expect(await held()).toBe(5_000n);
    expect((await provider.funds({ currency: 'XTS' })).atMs).toBeGreaterThan(0);
    const stranger = sandboxProvider({ url: sandbox.url(), secret: 'x'.repeat(40) });
    expect(await failureOf(stranger.funds({ currency: 'XTS' }))).toMatchObject({ name: 'ProviderFailure' });
  });

  test('a card field lies on the sandbox’s origin; its tokens are read by their binding alone', async () => {
    const reference = randomUUID();
    const ask = { reference, parentOrigin: 'http://127.0.0.1:3000', locale: 'en' };
    const { url } = await provider.openCardField(ask);
    expect(new URL(url).origin).toBe(provider.cardOrigin);
    const typed = JSON.stringify({ number: '4000000000000002', expiry: '04/31' });
    const made = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: typed });
    const { token } = (await made.json()) as { token: string };
    expect(await provider.readToken(token, reference)).toEqual({
      brand: 'visa',
      last4: '0002',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await provider.readToken(token, randomUUID())).toBe(null);
    expect(await provider.readToken('tok_of_nobody', reference)).toBe(null);
  });

  test('a call that breaks is not final; one that the sandbox refuses is; one whose answer is lost was done', async () => {
    const reference = randomUUID();
    await sandbox.control().change({ faults: { refuse: 1 } });
    expect(await failureOf(payout(reference, 'DE89370400440532013000'))).toMatchObject({ final: false });
    await sandbox.control().change({ faults: { loseAnswer: 1 } });
    expect(await failureOf(payout(reference, 'DE89370400440532013000'))).toMatchObject({ final: false });
    expect((await sandbox.control().stats()).payouts).toContainEqual(
      expect.objectContaining({ reference, asked: 1, state: 'accepted' }),
    );
    expect(await failureOf(payout(randomUUID(), 'no account'))).toMatchObject({ name: 'ProviderFailure', final: true });
    const nobody = sandboxProvider({ url: 'http://127.0.0.1:1', secret: SECRET });
    expect(await failureOf(nobody.lookUp('top-up', reference))).toMatchObject({ final: false });
    const stranger = sandboxProvider({ url: sandbox.url(), secret: 'x'.repeat(40) });
    expect(await failureOf(stranger.lookUp('top-up', reference))).toMatchObject({ final: false });
  });
});

describe('messages', () => {
  const EVENT = { eventId: 'e1', kind: 'paid-in', reference: 'r', providerRef: 'p', amount: '5', currency: 'PLAY' };

  function message(content: unknown, { at = NOON, nowMs = NOON, secret = SECRET } = {}): WebhookMessage {
    const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    return { body, headers: { [WEBHOOK_SIGNATURE_HEADER]: signWebhook(secret, body, at) }, nowMs };
  }

  test('those of the sandbox are believed, over the very bytes that it sent', async () => {
    const reference = randomUUID();
    await checkout(reference);
    await sandbox.control().checkout(reference, 'decline');
    await sandbox.control().deliver();
    const came = club.received.find(({ body }) => body.includes(reference));
    const body = came?.body ?? Buffer.alloc(0);
    const headers = { [WEBHOOK_SIGNATURE_HEADER]: String(came?.signature) };
    expect(provider.readWebhook({ body, headers, nowMs: Date.now() })).toMatchObject([{ kind: 'declined', reference }]);
    const spaced = Buffer.concat([body, Buffer.from(' ')]);
    expect(provider.readWebhook({ body: spaced, headers, nowMs: Date.now() })).toBe(null);
  });

  test.each([
    [0, true],
    [5 * MINUTE_MS, true],
    [-5 * MINUTE_MS, true],
    [5 * MINUTE_MS + 1_000, false],
    [-5 * MINUTE_MS - 1_000, false],
  ])('one signed %i ms ago is believed: %s', (age, isBelieved) => {
    expect(provider.readWebhook(message({ events: [EVENT] }, { at: NOON - age })) !== null).toBe(isBelieved);
  });

  test.each([
    ['another secret', message({ events: [EVENT] }, { secret: 'x'.repeat(40) })],
    ['no signature', { ...message({ events: [EVENT] }), headers: {} }],
    ['a signature of another form', { ...message(''), headers: { [WEBHOOK_SIGNATURE_HEADER]: 'v1=00' } }],
    ['no JSON', message('events')],
    ['no events', message({})],
    ['too many events', message({ events: Array.from({ length: 101 }, () => EVENT) })],
  ])('one with %s is not', (_name, of) => {
    expect(provider.readWebhook(of)).toBe(null);
  });

  test.each([
    ['an amount of nothing', { amount: '0' }],
    ['an amount with a fraction', { amount: '1.5' }],
    ['an amount as a number', { amount: 5 }],
    ['an amount in no currency', { currency: '' }],
  ])('an event with %s matches no payment, so that staff look at it', (_name, more) => {
    const [read] = provider.readWebhook(message({ events: [{ ...EVENT, ...more }] })) ?? [];
    expect(read).toMatchObject(
      'amount' in more ? { kind: EVENT.kind, amount: 0n } : { kind: EVENT.kind, currency: '' },
    );
  });

  test.each([
    ['an unknown kind', { kind: 'gift' }],
    ['a reference that cannot be stored', { reference: 'a\u0000' }],
  ])('an event with %s is passed over, and its neighbours count', (_name, more) => {
    const read = (...events: unknown[]) => provider.readWebhook(message({ events }));
    expect(read({ ...EVENT, ...more })).toEqual([]);
    expect(read({ ...EVENT, ...more }, EVENT)).toEqual(read(EVENT));
  });
});
