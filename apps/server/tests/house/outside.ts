import { createHmac } from 'node:crypto';

// Stand-ins for the outside services of a live house: Veriff and Adyen, in their documented formats. Nothing leaves the
// machine.

const SESSION = '12df6045-3846-4e45-946a-14fa6136d78b';
const LOCAL = /^http:\/\/127\.0\.0\.\d+:/;

export interface Outside {
  /** Outgoing requests. */
  requests: { url: string; body: unknown }[];
  restore(): void;
}

/** Replaces both providers until `restore`. */
export function answerOutside(): Outside {
  const through = globalThis.fetch;
  const requests: Outside['requests'] = [];
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (LOCAL.test(url)) return through(input, init);
    const body = JSON.parse(String(init?.body ?? 'null')) as Record<string, unknown>;
    requests.push({ url, body });
    return Response.json(answerOf(url, body), { status: 201 });
  };
  return {
    requests: requests,
    restore() {
      globalThis.fetch = through;
    },
  };
}

function answerOf(url: string, body: Record<string, unknown>): unknown {
  if (url === 'https://stationapi.veriff.com/v1/sessions') {
    const { vendorData } = body.verification as { vendorData: string };
    const page = 'https://alchemy.veriff.com/v/eyJhbGciOiJIUzI1NiJ9.e30.x';
    return {
      status: 'success',
      verification: { id: SESSION, url: page, vendorData, status: 'created', sessionToken: 'eyJh' },
    };
  }
  if (/^https:\/\/prefix-checkout-live\.adyenpayments\.com\/checkout\/v\d+\/sessions$/.test(url)) {
    const { reference, amount, returnUrl, expiresAt } = body;
    const page = 'https://eu.adyen.link/CSF46729982237A879?d=abc';
    return { id: 'CSF46729982237A879', url: page, reference, amount, returnUrl, expiresAt, mode: 'hosted' };
  }
  throw new Error(`a live house asked ${url}`);
}

export interface Message {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/** Veriff's webhook that approves a person of sufficient age from a served country. */
export function veriffApproves(check: string, atMs: number): Message {
  const verification = {
    id: SESSION,
    code: 9001,
    status: 'approved',
    reason: null,
    reasonCode: null,
    decisionTime: new Date(atMs).toISOString(),
    acceptanceTime: new Date(atMs - 60_000).toISOString(),
    attemptId: 'f2d8a1d0-0000-4000-8000-000000000000',
    vendorData: check,
    person: { firstName: 'SARAH', lastName: 'MORGAN', dateOfBirth: '1967-03-30', nationality: null, addresses: [] },
    document: {
      type: 'PASSPORT',
      number: 'MORGA753116SM9IJ',
      country: 'DE',
      validFrom: null,
      validUntil: '2032-04-20',
    },
    riskLabels: null,
  };
  const body = JSON.stringify({ status: 'success', verification });
  const signature = createHmac('sha256', 'f').update(body).digest('hex');
  return {
    path: '/api/webhooks/identity/veriff',
    body,
    headers: { 'x-auth-client': 'e', 'x-hmac-signature': signature },
  };
}

/** Adyen's webhook that a payment is authorised, and so captured at once. */
export function adyenPaid(reference: string, value: number): Message {
  const item = {
    pspReference: 'QFQTPCQ8HXSKGK82',
    merchantAccountCode: 'ClubECOM',
    merchantReference: reference,
    amount: { value, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
  };
  const signed = [item.pspReference, '', item.merchantAccountCode, reference, value, 'EUR', item.eventCode, 'true'];
  const hmacSignature = createHmac('sha256', Buffer.from('ab'.repeat(32), 'hex'))
    .update(signed.join(':'))
    .digest('base64');
  const NotificationRequestItem = {
    ...item,
    eventDate: '2023-08-23T16:00:00+01:00',
    additionalData: { hmacSignature },
  };
  return {
    path: '/api/webhooks/adyen',
    body: JSON.stringify({ live: 'true', notificationItems: [{ NotificationRequestItem }] }),
    headers: {},
  };
}
