import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentProvider, PayoutAsk } from '../../payments/provider/provider.ts';
import { type AdyenPlace, adyenProvider } from './adyen.ts';

// A server in place of Adyen: answers in the shapes of docs.adyen.com/api-explorer with made-up values.
const REFERENCE = '01939a1c-7a00-7cc0-8000-0123456789ab';
const NOW = Date.UTC(2026, 10, 21, 12);
const IBAN = 'DE89370400440532013000';
const PLACE: AdyenPlace = {
  environment: 'test',
  merchantAccount: 'ClubECOM',
  balanceAccount: 'BA00000000000000000000001',
  apiKey: 'key-of-checkouts',
  payoutApiKey: 'key-of-payouts',
  hmacKey: 'ab'.repeat(32),
  payoutHmacKey: 'cd'.repeat(32),
  payoutPriority: 'regular',
  livePrefix: null,
};

interface RecordedRequest {
  endpoint: string;
  method: string;
  query: Record<string, string>;
  headers: Record<string, unknown>;
  body: unknown;
}

let server: Server;
let requests: RecordedRequest[];
let answers: Record<string, { status: number; body: unknown }>;
let provider: PaymentProvider;

beforeEach(async () => {
  requests = [];
  answers = {};
  server = createServer(async (request, response) => {
    const sent = await text(request);
    const url = new URL(request.url ?? '', 'http://stand-in');
    const endpoint = decodeURIComponent(url.pathname.slice(1));
    requests.push({
      endpoint,
      method: request.method ?? '',
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: sent === '' ? null : JSON.parse(sent),
    });
    const { status, body } = answers[`${request.method} ${endpoint}`] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider = providerOf(PLACE);
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function providerOf(place: AdyenPlace): PaymentProvider {
  const { port } = server.address() as AddressInfo;
  const reach = (endpoint: string) => `http://127.0.0.1:${port}/${encodeURIComponent(endpoint)}`;
  return adyenProvider(place, { currency: 'EUR', exponent: 2 }, { reach, now: () => NOW });
}

async function failureOf(act: Promise<unknown>): Promise<{ message: string; final: boolean }> {
  return act.then(
    () => expect.unreachable('it did not fail'),
    (error: { message: string; final: boolean }) => error,
  );
}

describe('a checkout', () => {
  const SESSIONS = 'https://checkout-test.adyen.com/v72/sessions';
  const ASK = {
    reference: REFERENCE,
    amount: 12_500n,
    currency: 'EUR',
    exponent: 2,
    returnUrl: 'https://club.example/Recharge',
    expiresAtMs: NOW + 1_800_000,
    locale: 'ko',
  };

  test('is a session on Adyen’s own page, opened once for a reference, and tells nothing of the member', async () => {
    const url = 'https://eu.adyen.link/CSF46729982237A879?d=abc';
    answers[`POST ${SESSIONS}`] = {
      status: 201,
      body: { id: 'CSF46729982237A879', url, expiresAt: '2026-11-21T12:30:00Z' },
    };
    expect(await provider.createCheckout(ASK)).toEqual({ checkoutRef: 'CSF46729982237A879', url });
    expect(requests).toMatchObject([
      {
        headers: { 'x-api-key': 'key-of-checkouts', 'idempotency-key': REFERENCE, 'content-type': 'application/json' },
      },
    ]);
    expect(requests[0]?.body).toEqual({
      merchantAccount: 'ClubECOM',
      amount: { currency: 'EUR', value: 12_500 },
      reference: REFERENCE,
      returnUrl: 'https://club.example/Recharge',
      expiresAt: '2026-11-21T12:30:00.000Z',
      mode: 'hosted',
      channel: 'Web',
      ...{ captureDelayHours: 0, blockedPaymentMethods: ['sepadirectdebit', 'ach', 'directdebit_GB'] },
      shopperLocale: 'ko-KR',
    });
  });

  test('in a language that Adyen does not have is left to Adyen', async () => {
    answers[`POST ${SESSIONS}`] = { status: 201, body: { id: 'CS1', url: 'https://eu.adyen.link/CS1' } };
    await provider.createCheckout({ ...ASK, locale: 'mn' });
    expect(requests[0]?.body).not.toHaveProperty('shopperLocale');
  });

  test('fails where Adyen gives no page', async () => {
    answers[`POST ${SESSIONS}`] = { status: 201, body: { id: 'CS1', sessionData: 'Ab02b4c0' } };
    await expect(provider.createCheckout(ASK)).rejects.toThrow('hosted checkout may not be enabled');
  });

  test('goes to the merchant’s own address in live', async () => {
    const live = providerOf({ ...PLACE, environment: 'live', livePrefix: '1797a841fbb37ca7-Club' });
    await failureOf(live.createCheckout(ASK));
    expect(requests[0]?.endpoint).toBe(
      'https://1797a841fbb37ca7-Club-checkout-live.adyenpayments.com/checkout/v72/sessions',
    );
    expect(live.isReal).toBe(true);
    expect(provider.isReal).toBe(false);
  });
});

test('a refund gives back the whole payment under the club’s own id', async () => {
  const endpoint = 'https://checkout-test.adyen.com/v72/payments/QFQTPCQ8HXSKGK82/refunds';
  answers[`POST ${endpoint}`] = { status: 201, body: { status: 'received', pspReference: 'WNS7WQ756L2GWR82' } };
  const money = { amount: 12_500n, currency: 'EUR', exponent: 2 };
  await provider.refund({ reference: REFERENCE, providerRef: 'QFQTPCQ8HXSKGK82', ...money });
  expect(requests).toMatchObject([{ headers: { 'idempotency-key': REFERENCE } }]);
  expect(requests[0]?.body).toEqual({
    merchantAccount: 'ClubECOM',
    amount: { currency: 'EUR', value: 12_500 },
    reference: REFERENCE,
  });
});

describe('a payout', () => {
  const TRANSFERS = 'https://balanceplatform-api-test.adyen.com/btl/v4/transfers';
  const ASK: PayoutAsk = {
    reference: REFERENCE,
    amount: 5_000n,
    currency: 'EUR',
    exponent: 2,
    holder: 'Maya Adeyemi',
    bankCode: 'commerzbank',
    to: { kind: 'iban', iban: IBAN },
  };
  const known = (status: string, reference = REFERENCE) => ({
    id: '4JBRKG5YDLDHS2XZ',
    status,
    reference,
    direction: 'outgoing',
    category: 'bank',
    amount: { value: 5_000, currency: 'EUR' },
    balanceAccount: { id: PLACE.balanceAccount },
    events: [],
  });

  beforeEach(() => {
    answers[`GET ${TRANSFERS}`] = { status: 200, body: { data: [] } };
    answers[`POST ${TRANSFERS}`] = { status: 202, body: known('authorised') };
  });

  test('is a transfer from the balance account, under the withdrawal’s id', async () => {
    expect(await provider.payout(ASK)).toEqual({ providerRef: '4JBRKG5YDLDHS2XZ' });
    const [, order] = requests;
    expect(order?.headers).toMatchObject({ 'x-api-key': 'key-of-payouts', 'idempotency-key': REFERENCE });
    expect(order?.body).toEqual({
      amount: { currency: 'EUR', value: 5_000 },
      balanceAccountId: PLACE.balanceAccount,
      category: 'bank',
      counterparty: {
        bankAccount: {
          accountHolder: { fullName: 'Maya Adeyemi' },
          accountIdentification: { type: 'iban', iban: IBAN },
        },
      },
      priority: 'regular',
      reference: REFERENCE,
      referenceForBeneficiary: REFERENCE.replaceAll('-', ''),
      description: 'Withdrawal',
    });
  });

  test('that Adyen knows already is not sent again, however long ago it was', async () => {
    answers[`GET ${TRANSFERS}`] = { status: 200, body: { data: [known('booked', 'another'), known('booked')] } };
    expect(await provider.payout(ASK)).toEqual({ providerRef: '4JBRKG5YDLDHS2XZ' });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    expect(requests[0]?.query).toEqual({
      balanceAccountId: PLACE.balanceAccount,
      reference: REFERENCE,
      createdSince: '2026-06-24T12:00:00.000Z',
      createdUntil: '2026-11-22T12:00:00.000Z',
    });
  });

  test('is looked up with what its messages would have said', async () => {
    answers[`GET ${TRANSFERS}`] = { status: 200, body: { data: [known('booked')] } };
    expect(await provider.lookUp('withdrawal', REFERENCE)).toEqual([
      {
        eventId: '4JBRKG5YDLDHS2XZ/paid-out',
        kind: 'paid-out',
        reference: REFERENCE,
        providerRef: '4JBRKG5YDLDHS2XZ',
        amount: 5_000n,
        currency: 'EUR',
      },
    ]);
    expect(await provider.lookUp('top-up', REFERENCE)).toEqual([]);
  });

  test.each([
    [422, { status: 422, errorCode: '29_001', detail: `no account ${IBAN}` }, true],
    [400, { status: 400, errorCode: '702', message: IBAN }, true],
    [422, { status: 422, errorCode: '704', message: 'in progress' }, false],
    [401, { status: 401, errorCode: '000' }, false],
    [403, { status: 403, errorCode: '010' }, false],
    [429, {}, false],
    [500, `<html>${IBAN}</html>`, false],
    [200, `<html>${IBAN}</html>`, false],
  ])(
    'answered with %i %j is refused for good: see the last; and the account number is in no word of it',
    async (status, body, final) => {
      answers[`POST ${TRANSFERS}`] = { status, body };
      const failure = await failureOf(provider.payout(ASK));
      expect(failure).toMatchObject({ name: 'ProviderFailure', final });
      expect(JSON.stringify([failure.message, failure])).not.toMatch(/DE89|key-of/);
    },
  );

  test('is never given up because a question about it was refused', async () => {
    answers[`GET ${TRANSFERS}`] = { status: 422, body: { status: 422, errorCode: '30_001' } };
    expect(await failureOf(provider.payout(ASK))).toMatchObject({ final: false });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('to a card is refused before anybody is asked', async () => {
    const failure = await failureOf(provider.payout({ ...ASK, to: { kind: 'card', token: 'tok_1' } }));
    expect(failure.final).toBe(true);
    expect(requests).toEqual([]);
  });
});

test('cards are not taken, and no frame of another origin is wanted', async () => {
  expect(provider.cardOrigin).toBe(null);
  const ask = { reference: REFERENCE, parentOrigin: 'https://club.example', locale: 'en' };
  expect(await failureOf(provider.openCardField(ask))).toMatchObject({ final: true });
  expect(await provider.readToken('tok_1', REFERENCE)).toBe(null);
});

test('a server that says nothing is given up after five seconds', { timeout: 15_000 }, async () => {
  const { port } = server.address() as AddressInfo;
  server.removeAllListeners('request');
  server.on('request', () => {});
  const slow = adyenProvider(PLACE, { currency: 'EUR', exponent: 2 }, { reach: () => `http://127.0.0.1:${port}/` });
  const before = performance.now();
  expect(await failureOf(slow.lookUp('withdrawal', REFERENCE))).toMatchObject({ final: false });
  expect(performance.now() - before).toBeLessThan(8_000);
});

describe('what Adyen holds', () => {
  const ACCOUNT = `https://balanceplatform-api-test.adyen.com/bcl/v2/balanceAccounts/${PLACE.balanceAccount}`;
  const balance = (currency: string, settled: number) => ({
    available: settled - 1_000,
    balance: settled,
    currency,
    pending: 250,
    reserved: -1_000,
  });
  const account = (...balances: unknown[]) => ({
    accountHolderId: 'AH32272223222B5CTBMZT6W2V',
    balances,
    defaultCurrencyCode: 'EUR',
    description: 'Members',
    id: PLACE.balanceAccount,
    reference: 'members',
    status: 'active',
    timeZone: 'Europe/Amsterdam',
  });
  const expected = (body: unknown, status = 200) => {
    answers[`GET ${ACCOUNT}`] = { status, body };
  };

  test('is the settled balance of the balance account, in the house’s currency', async () => {
    expected(account(balance('USD', 7), balance('EUR', 1_234_500)));
    expect(await provider.funds({ currency: 'EUR' })).toEqual({ amount: 1_234_500n, atMs: NOW });
    expect(requests).toMatchObject([{ method: 'GET', headers: { 'x-api-key': 'key-of-payouts' }, body: null }]);
  });

  test('is nothing where that currency is not among its balances, and may be below zero', async () => {
    expected(account(balance('USD', 7)));
    expect(await provider.funds({ currency: 'EUR' })).toMatchObject({ amount: 0n });
    expected(account(balance('EUR', -500)));
    expect(await provider.funds({ currency: 'EUR' })).toMatchObject({ amount: -500n });
  });

  test.each([
    ['no JSON', 200],
    [{ id: PLACE.balanceAccount }, 200],
    [{ status: 403, errorCode: '00_403', title: 'Forbidden', detail: 'of Club X' }, 403],
    [account({ currency: 'EUR', balance: 1.5 }), 200],
  ])('is not known from %j', async (body, status) => {
    expected(body, status);
    const failure = await failureOf(provider.funds({ currency: 'EUR' }));
    expect(failure).toMatchObject({ name: 'ProviderFailure', final: false });
    expect(failure.message).not.toContain('Club X');
  });
});
