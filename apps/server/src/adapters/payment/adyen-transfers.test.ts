import { describe, expect, test } from 'vitest';
import { transferEvents } from './adyen-events.ts';
import { HOUSE, hmac, item, REFERENCE, read, SENDER, signed, standard } from './adyen-message-kit.ts';

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

  const TRACE = '74537604221222132710572';
  test.each<[where: string, more: Record<string, unknown>]>([
    ['of Faster Payments', { tracing: { type: 'ukFps', fpid: TRACE } }],
    ['of ACH', { tracing: { type: 'usAch', traceNumber: TRACE } }],
    ['in a tracing event', { events: [null, { status: 'booked' }, { tracingData: { fpid: TRACE } }] }],
    ['of a card scheme', { events: [{ status: 'booked', arn: TRACE }] }],
  ])('a reference %s comes with the payout, as an event of its own', (_, more) => {
    expect(readSigned(message(transfer('booked', more)))).toMatchObject([
      { eventId: '4JBRKG5YDLDHS2XZ/paid-out/traced', kind: 'paid-out', traceRef: TRACE },
    ]);
  });

  test.each<[what: string, more: Record<string, unknown>]>([
    ['of another form', { tracing: { fpid: 7 }, events: [{ arn: {} }, { tracingData: 'x' }] }],
    ['with characters that no bank uses', { tracing: { fpid: '<b>' }, events: [{ arn: `1\u0000` }] }],
    ['that is too long', { tracing: { fpid: '1'.repeat(65) } }],
  ])('a reference %s is left out, and the payout is booked', (_, more) => {
    const [event] = readSigned(message(transfer('booked', more))) ?? [];
    expect(event).toMatchObject({ eventId: '4JBRKG5YDLDHS2XZ/paid-out', amount: 5_000n, traceRef: undefined });
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

  test.each<[what: string, more: Record<string, unknown>]>([
    ['no events', { events: null }],
    ['events of another form', { events: 'booked' }],
    ['events among which are some without a state', { events: [null, {}, { status: 'booked' }] }],
    ['a long description', { description: 'x'.repeat(5_000) }],
    ['a reference in another script', { referenceForBeneficiary: 'выплата' }],
    ['counterparty of another form', { counterparty: null }],
    ['no balance account', { balanceAccount: null }],
  ])('%s does not keep a payout from being booked', (_, more) => {
    expect(readSigned(message(transfer('booked', more)))).toMatchObject([{ kind: 'paid-out', amount: 5_000n }]);
  });

  test('an amount that cannot be read is kept for people to look at', () => {
    expect(readSigned(message(transfer('booked', { amount: { value: '5000' } })))).toEqual([
      {
        eventId: '4JBRKG5YDLDHS2XZ/paid-out/unreadable',
        kind: 'paid-out',
        reference: REFERENCE,
        providerRef: '4JBRKG5YDLDHS2XZ',
        amount: 0n,
        currency: '',
      },
    ]);
  });

  test.each([null, 'text', 7, [], {}, { id: 5 }, { id: 'x', status: null }, { reference: {} }])(
    'signed data %j is taken and changes nothing',
    (data) => {
      expect(readSigned(message(data))).toEqual([]);
    },
  );

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
