import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type AdyenSender, readMessage, transferEvents } from './adyen-events.ts';

// Messages in the shapes of docs.adyen.com (standard webhooks; transfer webhooks v4) with values made up, but for the
// first, whose values and signature are those of Adyen's own description of its HMAC.
const DOCUMENTED_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const REFERENCE = '01939a1c-7a00-7cc0-8000-0123456789ab';
const HOUSE = { currency: 'EUR', exponent: 2 };
const SENDER: AdyenSender = {
  environment: 'test',
  merchantAccount: 'ClubECOM',
  balanceAccount: 'BA00000000000000000000001',
  hmacKey: 'ab'.repeat(32),
  payoutHmacKey: 'cd'.repeat(32),
};

function hmac(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest('base64');
}

interface ItemParts {
  pspReference: string;
  originalReference?: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { value: number; currency: string };
  eventCode: string;
  success: string;
}

function item(more: Partial<ItemParts> = {}): ItemParts {
  return {
    pspReference: 'QFQTPCQ8HXSKGK82',
    merchantAccountCode: 'ClubECOM',
    merchantReference: REFERENCE,
    amount: { value: 12_500, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
    ...more,
  };
}

function signed(parts: ItemParts, key = SENDER.hmacKey) {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference, amount, ...rest } = parts;
  const { eventCode, success } = rest;
  const fields = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const text = [...fields, amount.value, amount.currency, eventCode, success].join(':');
  return {
    ...parts,
    eventDate: '2026-11-21T12:00:00+01:00',
    paymentMethod: 'visa',
    operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    reason: '054321:1111:03/2030',
    additionalData: { hmacSignature: hmac(key, text), expiryDate: '03/2030' },
  };
}

function read(content: unknown, headers: Record<string, string> = {}, sender = SENDER) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return readMessage({ body, headers, nowMs: Date.UTC(2030, 0) }, sender, HOUSE);
}

function standard(items: unknown[], live = 'false') {
  return { live, notificationItems: items.map((one) => ({ NotificationRequestItem: one })) };
}

describe('standard messages', () => {
  test('the documented signature is believed, and is so for its key alone', () => {
    const documented = {
      pspReference: '7914073381342284',
      merchantAccountCode: 'TestMerchant',
      merchantReference: 'TestPayment-1407325143704',
      amount: { value: 1130, currency: 'EUR' },
      eventCode: 'AUTHORISATION',
      success: 'true',
      additionalData: { hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' },
    };
    const sender = { ...SENDER, merchantAccount: 'TestMerchant', hmacKey: DOCUMENTED_KEY };
    // The reference is none of ours, so nothing follows from it.
    expect(read(standard([documented]), {}, sender)).toEqual([]);
    expect(read(standard([documented]), {}, { ...sender, hmacKey: SENDER.hmacKey })).toBe(null);
  });

  test('an authorised payment is paid in', () => {
    expect(read(standard([signed(item())]))).toEqual([
      {
        eventId: 'AUTHORISATION/QFQTPCQ8HXSKGK82/true',
        kind: 'paid-in',
        reference: REFERENCE,
        providerRef: 'QFQTPCQ8HXSKGK82',
        amount: 12_500n,
        currency: 'EUR',
      },
    ]);
  });

  test.each([
    ['AUTHORISATION', 'false', 'declined'],
    ['PENDING', 'true', 'pending'],
    ['CANCELLATION', 'true', 'declined'],
    ['OFFER_CLOSED', 'true', 'expired'],
    ['REFUND', 'true', 'refunded'],
    ['REFUND', 'false', 'refund-failed'],
    ['REFUND_FAILED', 'true', 'refund-failed'],
    ['REFUNDED_REVERSED', 'true', 'refund-failed'],
    ['CAPTURE', 'false', 'capture-failed'],
    ['CAPTURE_FAILED', 'true', 'capture-failed'],
    ['CHARGEBACK', 'true', 'charged-back'],
    ['SECOND_CHARGEBACK', 'true', 'charged-back'],
  ])('%s with success %s: %s', (eventCode, success, kind) => {
    const events = read(standard([signed(item({ eventCode, success, originalReference: 'ZZ9TPCQ8HXSKGK82' }))]));
    expect(events).toEqual([{ eventId: `${eventCode}/QFQTPCQ8HXSKGK82/${success}`, kind, reference: REFERENCE }]);
  });

  test.each([
    ['CAPTURE', 'true'],
    ['CAPTURE_FAILED', 'false'],
    ['REPORT_AVAILABLE', 'true'],
    ['NOTIFICATION_OF_CHARGEBACK', 'true'],
    ['CHARGEBACK_REVERSED', 'true'],
    ['REFUND_FAILED', 'false'],
    ['OFFER_CLOSED', 'false'],
  ])('%s with success %s is taken and changes nothing', (eventCode, success) => {
    expect(read(standard([signed(item({ eventCode, success }))]))).toEqual([]);
  });

  test('a message that comes again a month later has the same event id: its age says nothing', () => {
    const message = standard([signed(item())]);
    expect(read(message)).toEqual(read(message));
  });

  test.each([
    ['another amount', { amount: { value: 12_501, currency: 'EUR' } }],
    ['another currency', { amount: { value: 12_500, currency: 'USD' } }],
    ['another reference', { merchantReference: REFERENCE.replace('0', '1') }],
    ['another outcome', { success: 'false' }],
    ['another event', { eventCode: 'REFUND' }],
    ['another payment', { pspReference: 'QFQTPCQ8HXSKGK83' }],
  ])('%s than was signed is not believed', (_name, changed) => {
    expect(read(standard([{ ...signed(item()), ...changed }]))).toBe(null);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'amount=1'],
    ['no items', '{"live":"false"}'],
    ['no signature', JSON.stringify(standard([item()]))],
    ['a live message to a test', JSON.stringify(standard([signed(item())], 'true'))],
    ['another merchant’s', JSON.stringify(standard([signed(item({ merchantAccountCode: 'Other' }))]))],
    ['a fraction', JSON.stringify(standard([signed(item({ amount: { value: 0.5, currency: 'EUR' } }))]))],
    ['one forged among two', JSON.stringify(standard([signed(item()), signed(item(), SENDER.payoutHmacKey)]))],
  ])('%s is not believed', (_name, text) => {
    expect(read(text)).toBe(null);
  });
});

describe('messages about transfers', () => {
  function transfer(status: string, more: Record<string, unknown> = {}) {
    return {
      id: '4JBRKG5YDLDHS2XZ',
      status,
      amount: { value: 5_000, currency: 'EUR' },
      balanceAccount: { id: SENDER.balanceAccount, description: 'Payouts' },
      balances: [{ currency: 'EUR', received: -5_000 }],
      category: 'bank',
      counterparty: { bankAccount: { accountHolder: { fullName: 'M. Adeyemi' } } },
      createdAt: '2026-11-21T12:00:00+01:00',
      direction: 'outgoing',
      events: [{ id: 'EVJN42272224222B5JB8BRC84N686ZEUR', status: 'received', type: 'accounting' }],
      reason: 'approved',
      reference: REFERENCE,
      sequenceNumber: 3,
      type: 'bankTransfer',
      ...more,
    };
  }

  function message(data: unknown, environment = 'test', type = 'balancePlatform.transfer.updated'): string {
    return JSON.stringify({ data, environment, timestamp: '2026-11-21T12:00:01+01:00', type });
  }

  function readSigned(text: string, key = SENDER.payoutHmacKey) {
    return read(text, { hmacsignature: hmac(key, text), protocol: 'HmacSHA256' });
  }

  const BOOKED = { events: [{ status: 'authorised' }, { status: 'booked' }, { status: 'failed' }] };

  test('booked is paid out, once however it is said', () => {
    const paid = {
      eventId: '4JBRKG5YDLDHS2XZ/paid-out',
      kind: 'paid-out',
      reference: REFERENCE,
      providerRef: '4JBRKG5YDLDHS2XZ',
      amount: 5_000n,
      currency: 'EUR',
    };
    expect(readSigned(message(transfer('booked')))).toEqual([paid]);
    expect(readSigned(message(transfer('credited')))).toEqual([paid]);
  });

  test.each([
    ['refused', {}, 'failed'],
    ['failed', {}, 'failed'],
    ['error', {}, 'failed'],
    ['cancelled', {}, 'failed'],
    ['failed', BOOKED, 'returned'],
    ['returned', BOOKED, 'returned'],
  ])('%s after %j: %s', (status, more, kind) => {
    expect(readSigned(message(transfer(status, more)))).toEqual([
      { eventId: `4JBRKG5YDLDHS2XZ/${kind}`, kind, reference: REFERENCE, providerRef: '4JBRKG5YDLDHS2XZ' },
    ]);
  });

  test.each([
    ['received', {}],
    ['authorised', {}],
    ['pendingApproval', {}],
    ['booked', { direction: 'incoming' }],
    ['booked', { reference: 'a sweep of somebody else' }],
    ['booked', { reference: undefined }],
    ['booked', { balanceAccount: { id: 'BA00000000000000000000002' } }],
  ])('%s %j is taken and changes nothing', (status, more) => {
    expect(readSigned(message(transfer(status, more)))).toEqual([]);
  });

  test('what is looked up has the same event ids as the messages', () => {
    expect(transferEvents(transfer('booked'), SENDER, HOUSE)).toEqual(readSigned(message(transfer('booked'))));
  });

  test('counts under each of several keys, so that another key spoils no kept message', () => {
    const [before, now] = ['12'.repeat(32), '34'.repeat(32)];
    const sender = { ...SENDER, hmacKey: `${now},${before}`, payoutHmacKey: `${now},${before}` };
    const text = message(transfer('booked'));
    for (const key of [before, now]) expect(read(text, { hmacsignature: hmac(key, text) }, sender)).not.toBe(null);
    expect(read(text, { hmacsignature: hmac(SENDER.payoutHmacKey, text) }, sender)).toBe(null);
    for (const key of [before, now]) expect(read(standard([signed(item(), key)]), {}, sender)).not.toBe(null);
    expect(read(standard([signed(item())]), {}, sender)).toBe(null);
  });

  test('is believed for its own bytes and its own key alone', () => {
    const text = message(transfer('booked'));
    expect(readSigned(text, SENDER.hmacKey)).toBe(null);
    expect(read(`${text} `, { hmacsignature: hmac(SENDER.payoutHmacKey, text) })).toBe(null);
    expect(read(text, { hmacsignature: '' })).toBe(null);
    expect(read(text)).toBe(null);
    expect(readSigned(message(transfer('booked'), 'live'))).toBe(null);
  });

  test('another kind of message on the same channel changes nothing', () => {
    expect(readSigned(message({ id: 'x' }, 'test', 'balancePlatform.accountHolder.updated'))).toEqual([]);
  });
});
