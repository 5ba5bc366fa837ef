import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signCall } from '@tercet/server/adapters/payment/sandbox-signature.ts';
import { DAY_MS } from '@tercet/server/durations.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutAsk, openTestSandbox, SECRET, type TestSandbox } from './kit.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await openTestSandbox();
});

afterEach(() => sandbox.close());

async function eventsOf(reference: string): Promise<Record<string, unknown>[]> {
  const { answer } = await sandbox.call('/api/events', { what: 'top-up', reference });
  return answer.events as Record<string, unknown>[];
}

async function kindsOf(reference: string): Promise<unknown[]> {
  return (await eventsOf(reference)).map(({ kind }) => kind);
}

/** Sets the sandbox's clock and lets it run what is due. */
async function at(ms: number): Promise<void> {
  sandbox.at(ms);
  await sandbox.control().advance(0);
}

describe('calls', () => {
  test.each([
    ['unsigned', {}],
    [
      'signed with another secret',
      signCall('x'.repeat(40), { method: 'POST', path: '/api/checkouts', body: '{}' }, Date.now()),
    ],
    [
      'signed six minutes ago',
      signCall(SECRET, { method: 'POST', path: '/api/checkouts', body: '{}' }, Date.now() - 360_000),
    ],
    ['signed for another path', signCall(SECRET, { method: 'POST', path: '/api/refunds', body: '{}' }, Date.now())],
    ['signed for another body', signCall(SECRET, { method: 'POST', path: '/api/checkouts', body: '' }, Date.now())],
  ])('%s are refused', async (_name, headers) => {
    const response = await fetch(`${sandbox.url()}/api/checkouts`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(401);
  });

  test.each(['/stats', '/control/settings', '/control/deliver', '/api/tokens'])(
    '%s requires a signature',
    async (path) => {
      expect((await fetch(sandbox.url() + path)).status).toBe(401);
    },
  );

  test.each([
    ['no amount', { amountMinor: '0' }],
    ['a fraction', { amountMinor: '1.5' }],
    ['a script to return to', { returnUrl: 'javascript:alert(1)' }],
    ['an address with a password', { returnUrl: 'http://user:pass@example.com/' }],
    ['a header in the address', { returnUrl: 'http://example.com/\r\nset-cookie: a=b' }],
  ])('a checkout with %s is refused', async (_name, more) => {
    expect((await sandbox.call('/api/checkouts', checkoutAsk('one', more))).status).toBe(400);
  });
});

describe('money in', () => {
  test('a checkout is opened once for a reference, and never for another amount', async () => {
    const first = await sandbox.call('/api/checkouts', checkoutAsk('one'));
    expect(first.answer.url).toMatch(/\/checkout\/[0-9a-f]{32}$/);
    expect((await sandbox.call('/api/checkouts', checkoutAsk('one'))).answer).toEqual(first.answer);
    expect((await sandbox.call('/api/checkouts', checkoutAsk('one', { amountMinor: '1' }))).status).toBe(409);
    expect((await sandbox.call('/api/checkouts', checkoutAsk('two'))).answer.id).not.toBe(first.answer.id);
  });

  test('approving twice pays once', async () => {
    await sandbox.call('/api/checkouts', checkoutAsk('one'));
    await sandbox.control().checkout('one', 'approve');
    await sandbox.control().checkout('one', 'approve');
    await sandbox.control().checkout('one', 'decline');
    expect(await eventsOf('one')).toEqual([
      {
        eventId: expect.any(String),
        kind: 'paid-in',
        reference: 'one',
        providerRef: expect.stringMatching(/^pay_/),
        amount: '12500',
        currency: 'PLAY',
      },
    ]);
  });

  test('an unpaid checkout expires by the clock', async () => {
    await sandbox.call('/api/checkouts', checkoutAsk('one'));
    await at(NOON + 1_800_000 - 1);
    expect(await kindsOf('one')).toEqual([]);
    await at(NOON + 1_800_000);
    await at(NOON + 1_900_000);
    expect(await kindsOf('one')).toEqual(['expired']);
  });

  test('late money arrives at its announced time, also after the page has expired', async () => {
    await sandbox.call('/api/checkouts', checkoutAsk('soon'));
    await sandbox.call('/api/checkouts', checkoutAsk('late'));
    await sandbox.control().checkout('soon', 'pay-later', { afterSeconds: 10 });
    await sandbox.control().checkout('late', 'pay-after-expiry');
    await at(NOON + 9_999);
    expect(await kindsOf('soon')).toEqual(['pending']);
    await at(NOON + 10_000);
    expect(await kindsOf('soon')).toEqual(['pending', 'paid-in']);
    await at(NOON + 1_800_000);
    expect(await kindsOf('late')).toEqual(['pending', 'expired']);
    await at(NOON + 1_900_000);
    expect(await kindsOf('late')).toEqual(['pending', 'expired', 'paid-in']);
  });

  test('a payment is given back whole, and once', async () => {
    await sandbox.call('/api/checkouts', checkoutAsk('one'));
    await sandbox.control().checkout('one', 'approve', { amountMinor: '99', currency: 'EUR' });
    const providerRef = (await eventsOf('one'))[0]?.providerRef;
    const refund = { reference: 'back', providerRef, amountMinor: '99', currency: 'EUR' };
    expect((await sandbox.call('/api/refunds', { ...refund, amountMinor: '98' })).status).toBe(422);
    expect((await sandbox.call('/api/refunds', { ...refund, providerRef: 'pay_none' })).status).toBe(404);
    expect((await sandbox.call('/api/refunds', refund)).status).toBe(200);
    expect((await sandbox.call('/api/refunds', refund)).status).toBe(200);
    expect((await sandbox.call('/api/refunds', { ...refund, reference: 'again' })).status).toBe(409);
    expect(await kindsOf('back')).toEqual(['refunded']);
    expect(await kindsOf('one')).toEqual(['paid-in', 'refunded']);
    expect((await sandbox.control().stats()).totals).toMatchObject({ paidInMinor: '99', refundedMinor: '99' });
  });
});

describe('money out', () => {
  const payout = (reference: string, iban: string) => ({
    reference,
    amountMinor: '5000',
    currency: 'PLAY',
    to: { kind: 'iban', iban },
  });
  const PAYS = 'DE89370400440532013000';
  const FAILS = 'DE14370400440000000002';
  const RETURNS = 'DE57370400440000009995';

  test('leaves once for a reference, however often it is requested, after two to four and a half minutes', async () => {
    for (let turn = 0; turn < 3; turn++) await sandbox.call('/api/payouts', payout('one', PAYS));
    expect((await sandbox.call('/api/payouts', { ...payout('one', PAYS), amountMinor: '1' })).status).toBe(409);
    await at(NOON + 119_999);
    expect(await kindsOf('one')).toEqual([]);
    await at(NOON + 270_000);
    await at(NOON + 30 * DAY_MS);
    expect(await kindsOf('one')).toEqual(['paid-out']);
    const { payouts, totals } = await sandbox.control().stats();
    expect(payouts).toEqual([{ reference: 'one', state: 'paid', amountMinor: '5000', asked: 3, executed: 1 }]);
    expect(totals.paidOutMinor).toBe('5000');
  });

  test('fails at the bank, or comes back three days later, by the last digits', async () => {
    await sandbox.call('/api/payouts', payout('fails', FAILS));
    await sandbox.call('/api/payouts', payout('returns', RETURNS));
    await at(NOON + 270_000);
    expect(await kindsOf('fails')).toEqual(['failed']);
    expect(await kindsOf('returns')).toEqual(['paid-out']);
    await at(NOON + 3 * DAY_MS);
    expect(await kindsOf('returns')).toEqual(['paid-out']);
    await sandbox.control().advance(270);
    expect(await kindsOf('returns')).toEqual(['paid-out', 'returned']);
    expect((await sandbox.control().stats()).payouts.map(({ executed }) => executed)).toEqual([0, 1]);
  });

  test('can be completed immediately with the secret', async () => {
    await sandbox.call('/api/payouts', payout('one', PAYS));
    await sandbox.control().payout('one', 'paid');
    await expect(sandbox.control().payout('one', 'paid')).rejects.toThrow('it is paid');
    await sandbox.control().payout('one', 'returned');
    expect(await kindsOf('one')).toEqual(['paid-out', 'returned']);
  });

  test('to an unknown token is refused', async () => {
    const ask = { ...payout('one', PAYS), to: { kind: 'card', token: 'tok_of_nobody' } };
    expect((await sandbox.call('/api/payouts', ask)).status).toBe(404);
  });
});

test('a restart keeps checkouts, payouts, tokens, the clock and the port', async () => {
  const { answer } = await sandbox.call('/api/checkouts', checkoutAsk('one'));
  const ask = {
    reference: 'out',
    amountMinor: '1',
    currency: 'PLAY',
    to: { kind: 'iban', iban: 'DE89370400440532013000' },
  };
  const sent = await sandbox.call('/api/payouts', ask);
  const field = (await sandbox.call('/api/card-fields', fieldAsk())).answer.url as string;
  const made = await fetch(field, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: '4242424242424242', expiry: '04/31' }),
  });
  const { token } = (await made.json()) as { token: string };
  await sandbox.control().advance(100);
  const before = sandbox.url();
  await sandbox.restart();
  expect(sandbox.url()).toBe(before);
  expect((await sandbox.call('/api/checkouts', checkoutAsk('one'))).answer).toEqual(answer);
  expect((await sandbox.call('/api/payouts', ask)).answer).toEqual(sent.answer);
  expect((await sandbox.call('/api/tokens', { token, reference: 'binding' })).answer).toEqual({
    brand: 'visa',
    last4: '4242',
    fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await at(NOON + 170_000);
  expect(await kindsOf('out')).toEqual(['paid-out']);
});

test('a token is read by the binding that it was made for, and the number is nowhere', async () => {
  const field = (await sandbox.call('/api/card-fields', fieldAsk())).answer.url as string;
  const send = (number: string) =>
    fetch(field, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, expiry: '04/31', cvv: '987' }),
    });
  expect(await (await send('4242424242424241')).json()).toHaveProperty('fault');
  const { token } = (await (await send('4242 4242 4242 4242')).json()) as { token: string };
  expect((await sandbox.call('/api/tokens', { token, reference: 'binding' })).status).toBe(200);
  expect((await sandbox.call('/api/tokens', { token, reference: 'another' })).status).toBe(404);
  const iban = 'DE89370400440532013000';
  await sandbox.call('/api/payouts', {
    reference: 'out',
    amountMinor: '1',
    currency: 'PLAY',
    to: { kind: 'iban', iban },
  });
  const stored = readFileSync(join(sandbox.folder, 'sandbox.jsonl'), 'utf8');
  expect(stored).toContain('"last4":"4242"');
  expect(stored.replaceAll(' ', '')).not.toMatch(/424242424242|DE8937|987"/);
});

test('a call can be made to fail: refused before it is done, or done with its answer lost', async () => {
  await sandbox.control().change({ faults: { refuse: 1, path: '/api/payouts' } });
  const ask = {
    reference: 'out',
    amountMinor: '1',
    currency: 'PLAY',
    to: { kind: 'iban', iban: 'DE89370400440532013000' },
  };
  expect((await sandbox.call('/api/checkouts', checkoutAsk('one'))).status).toBe(200);
  expect((await sandbox.call('/api/payouts', ask)).status).toBe(503);
  expect((await sandbox.control().stats()).payouts).toEqual([]);
  await sandbox.control().change({ faults: { loseAnswer: 1 } });
  await expect(sandbox.call('/api/payouts', ask)).rejects.toThrow();
  expect((await sandbox.control().stats()).payouts).toMatchObject([{ reference: 'out', asked: 1 }]);
  expect((await sandbox.call('/api/payouts', ask)).status).toBe(200);
});

function fieldAsk() {
  return { reference: 'binding', parentOrigin: 'http://127.0.0.1:3000', locale: 'en' };
}
