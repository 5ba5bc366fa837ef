import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import type { IdentityProvider } from '../../identity-checks/provider.ts';
import { veriffIdentity } from './veriff.ts';

const API_KEY = '3b0f6a9c-0d0f-4f38-8f3a-7a3f1f0d2a11';
const SECRET = 'a shared secret key of the integration';
const CHECK = '019a6b1e-0000-7000-8000-00000000002a';
const SESSION = '12df6045-3846-4e45-946a-14fa6136d78b';
const DECIDED = '2026-11-22T07:18:36.916Z';
const NOW_MS = Date.parse(DECIDED) + 60_000;

/** A decision in Veriff's documented shape, with more fields than the adapter reads. */
function decision(more: Record<string, unknown> = {}) {
  return {
    id: SESSION,
    code: 9001,
    status: 'approved',
    reason: null,
    reasonCode: null,
    decisionTime: DECIDED,
    acceptanceTime: '2026-11-22T07:15:27.000Z',
    attemptId: 'f2d8a1d0-0000-4000-8000-000000000000',
    vendorData: CHECK,
    person: {
      firstName: 'SARAH',
      lastName: 'MORGAN',
      dateOfBirth: '1967-03-30',
      yearOfBirth: '1967',
      gender: null,
      nationality: null,
      idNumber: null,
      addresses: [],
      pepSanctionMatch: null,
    },
    document: {
      type: 'DRIVERS_LICENSE',
      number: 'MORGA753116SM9IJ',
      country: 'GB',
      validFrom: null,
      validUntil: '2032-04-20',
    },
    riskLabels: null,
    ...more,
  };
}

const hmac = (text: string | Buffer, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');

interface Call {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: Server;
let veriff: IdentityProvider;
let calls: Call[] = [];
let answer: { status: number; body: unknown };
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8');
    calls.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  veriff = veriffIdentity({ url, apiKey: API_KEY, secret: SECRET });
});
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  server.close();
});

function message(content: unknown, more: Record<string, string> = {}, nowMs = NOW_MS) {
  const body = Buffer.from(JSON.stringify(content));
  const headers = { 'x-auth-client': API_KEY, 'x-hmac-signature': hmac(body), ...more };
  return veriff.readWebhook({ body, headers, nowMs });
}

const decided = (more: Record<string, unknown>) => message({ status: 'success', verification: decision(more) });

describe('a session', () => {
  const ask = { reference: CHECK, returnUrl: 'https://club.example/Identity', expiresAtMs: 0, locale: 'ko' };

  test('is asked for with the check’s id and the way back, signed over its body', async () => {
    const url = 'https://alchemy.veriff.com/v/eyJhbGciOiJIUzI1NiJ9.e30.x';
    const verification = { id: SESSION, url, vendorData: CHECK, status: 'created', sessionToken: 'eyJh' };
    answer = { status: 201, body: { status: 'success', verification } };
    expect(await veriff.startCheck(ask)).toEqual({ providerRef: SESSION, url });
    const [call] = calls;
    expect(call).toMatchObject({ method: 'POST', url: '/v1/sessions' });
    expect(call?.headers).toMatchObject({ 'x-auth-client': API_KEY, 'x-hmac-signature': hmac(call?.body ?? '') });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      verification: { callback: ask.returnUrl, vendorData: CHECK, lang: 'ko' },
    });
  });

  test.each([
    [400, { status: 'fail', code: '1104', message: 'vendorData of Sarah Morgan' }],
    [201, { status: 'success' }],
    [201, { status: 'success', verification: { id: SESSION, url: 'javascript:alert(1)' } }],
    [500, 'no JSON of theirs'],
  ])('that is answered with %i %j fails, without its words', async (status, body) => {
    answer = { status, body };
    const failure = await veriff.startCheck(ask).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'IdentityProviderFailure' });
    expect(String((failure as Error).message)).not.toMatch(/Sarah/);
  });
});

describe('a decision', () => {
  const head = { reference: CHECK, providerRef: SESSION, decidedAtMs: Date.parse(DECIDED) };

  test('that approves says who it is', () => {
    expect(decided({})).toEqual([
      {
        ...head,
        kind: 'verified',
        person: {
          realName: 'SARAH MORGAN',
          birthDate: '1967-03-30',
          country: 'GB',
          documentKind: 'driving-licence',
          documentNumber: 'MORGA753116SM9IJ',
          goodUntil: '2032-04-20',
        },
      },
    ]);
  });

  test.each([
    [{ person: { firstName: null, lastName: 'SUKARNO', dateOfBirth: '1967-03-30' } }, { realName: 'SUKARNO' }],
    [{ document: { type: 'PASSPORT', number: 'X1', country: 'gb' } }, { country: 'GB', documentNumber: 'X1' }],
  ])('that approves with %j verifies %j', (more, person) => {
    expect(decided(more)).toMatchObject([{ kind: 'verified', person }]);
  });

  test.each([
    { person: null },
    { document: null },
    { person: { firstName: 'SARAH', lastName: 'MORGAN', dateOfBirth: null } },
    { document: { type: 'PASSPORT', number: null, country: 'GB' } },
    { document: { type: 'PASSPORT', number: 'X1', country: 'GBR' } },
  ])('that approves without what is needed of it, such as %j, verifies nobody', (more) => {
    expect(decided(more)).toEqual([{ ...head, kind: 'declined', reason: 'document-unreadable' }]);
  });

  test.each([
    [101, 'document-not-accepted'],
    [102, 'suspected-fraud'],
    [103, 'not-the-person'],
    ['106', 'suspected-fraud'],
    [505, 'suspected-fraud'],
    [123, 'other'],
    [null, 'other'],
    ['a code of words', 'other'],
  ])('that declines by code %j does so as %s', (reasonCode, reason) => {
    const text = decided({ status: 'declined', code: 9102, reasonCode, person: null, document: null });
    expect(text).toEqual([{ ...head, kind: 'declined', reason }]);
  });

  test.each([
    ['resubmission_requested', 'again'],
    ['expired', 'expired'],
    ['abandoned', 'expired'],
    ['review', 'pending'],
  ])('%s is %s', (status, kind) => {
    expect(decided({ status, person: null, document: null })).toEqual([{ ...head, kind }]);
  });

  test('that has expired may come without a time of its own', () => {
    const [news] = decided({ status: 'expired', decisionTime: null }) ?? [];
    expect(news).toMatchObject({ kind: 'expired', decidedAtMs: Date.parse('2026-11-22T07:15:27.000Z') });
  });

  test.each([
    ['signed with another key', { 'x-hmac-signature': hmac('x', 'another') }],
    ['without a signature', { 'x-hmac-signature': '' }],
    ['of another integration', { 'x-auth-client': '00000000-0d0f-4f38-8f3a-7a3f1f0d2a11' }],
  ])('%s is refused', (_name, headers) => {
    expect(message({ status: 'success', verification: decision() }, headers)).toBeNull();
  });

  test('whose bytes were changed after they were signed is refused', () => {
    const body = Buffer.from(JSON.stringify({ status: 'success', verification: decision({ status: 'declined' }) }));
    const signed = hmac(body);
    const forged = Buffer.from(body.toString('utf8').replace('declined', 'approved'));
    const headers = { 'x-auth-client': API_KEY, 'x-hmac-signature': signed };
    expect(veriff.readWebhook({ body: forged, headers, nowMs: NOW_MS })).toBeNull();
  });

  test.each([
    ['nine days old', NOW_MS + 9 * DAY_MS],
    ['of an hour to come', NOW_MS - HOUR_MS],
  ])('%s is taken and changes nothing', (_name, nowMs) => {
    expect(message({ status: 'success', verification: decision() }, {}, nowMs)).toEqual([]);
  });

  test.each([
    {},
    { verification: null },
    { verification: decision({ vendorData: null }) },
    { verification: decision({ vendorData: { shop: 1 } }) },
    { verification: decision({ id: 7 }) },
    { verification: decision({ status: 'a state of next year' }) },
    { verification: decision({ status: 'approved', decisionTime: null, acceptanceTime: null }) },
    { id: SESSION, action: 'submitted' },
    { id: SESSION, feature: 'a message of another kind', data: [1] },
    { fullAuto: { result: null } },
    [],
    'text',
    null,
  ])('that is none of ours, such as %j, is taken and changes nothing', (content) => {
    expect(message(content)).toEqual([]);
  });

  test.each([
    ['acceptanceTime', { acceptanceTime: 'yesterday' }],
    ['reasonCode', { reasonCode: { code: 1 } }],
    ['a document’s end', { document: { ...decision().document, validUntil: { year: 2032 } } }],
    ['an unknown field', { comments: [{ text: 'x' }], technicalData: 5 }],
  ])('that approves does so with %s of an unexpected form', (_name, more) => {
    expect(decided(more)).toMatchObject([{ ...head, kind: 'verified', person: { realName: 'SARAH MORGAN' } }]);
  });

  test.each([
    ['first name', { person: { firstName: 7, lastName: ['MORGAN'], dateOfBirth: '1967-03-30' } }],
    ['birth date', { person: { firstName: 'SARAH', lastName: 'MORGAN', dateOfBirth: 1967 } }],
    ['document', { document: 'MORGA753116SM9IJ' }],
  ])('that approves with a %s of an unexpected form verifies nobody', (_name, more) => {
    expect(decided(more)).toEqual([{ ...head, kind: 'declined', reason: 'document-unreadable' }]);
  });
});

test('of the webhook of events "submitted" is news, and nothing else is', () => {
  const event = { id: SESSION, attemptId: 'a', feature: 'selfid', code: 7002, action: 'submitted', vendorData: CHECK };
  const head = { reference: CHECK, providerRef: SESSION, decidedAtMs: NOW_MS };
  expect(message(event)).toEqual([{ ...head, kind: 'pending' }]);
  expect(message({ ...event, code: 7001, action: 'started' })).toEqual([]);
});

describe('asking for a decision', () => {
  const check = { reference: CHECK, providerRef: SESSION };

  test('is signed over the session’s id, and takes it however old it is', async () => {
    answer = { status: 200, body: { status: 'success', verification: decision() } };
    expect(await veriff.lookUp(check)).toMatchObject({ ...check, kind: 'verified' });
    expect(calls[0]).toMatchObject({ method: 'GET', url: `/v1/sessions/${SESSION}/decision` });
    expect(calls[0]?.headers).toMatchObject({ 'x-auth-client': API_KEY, 'x-hmac-signature': hmac(SESSION) });
  });

  test('gives nothing before there is one, and takes none of another check', async () => {
    answer = { status: 200, body: { status: 'success', verification: null } };
    expect(await veriff.lookUp(check)).toBeNull();
    answer = { status: 200, body: { status: 'success', verification: decision({ vendorData: 'another' }) } };
    expect(await veriff.lookUp(check)).toBeNull();
  });

  test('fails where Veriff cannot answer', async () => {
    answer = { status: 404, body: { status: 'fail' } };
    await expect(veriff.lookUp(check)).rejects.toMatchObject({ name: 'IdentityProviderFailure' });
  });
});
