import { describe, expect, test } from 'vitest';
import { type ItemParts, item, REFERENCE, read, SENDER, signed, standard } from './adyen-message-kit.ts';

const DOCUMENTED_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

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
    // The reference is not ours, so there are no events.
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

  test.each([true, 'TRUE', 'True'])('a success written as %j is one', (success) => {
    const events = read(standard([signed(item({ success: success as string }))]));
    expect(events).toEqual(read(standard([signed(item())])));
    expect(events).toHaveLength(1);
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

  test('a payment names its payer and the funding of its card, where the account is set to send them', () => {
    const by = (more: Record<string, unknown>) => read(standard([signed(item(), SENDER.hmacKey, more)]))?.[0];
    expect(by({ cardHolderName: 'ANA PETROVA', fundingSource: 'CREDIT' })).toMatchObject({
      ...{ kind: 'paid-in', payer: 'ANA PETROVA', funding: 'credit' },
    });
    expect(by({ cardHolderName: 7, fundingSource: '' })).toMatchObject({ kind: 'paid-in', payer: undefined });
  });

  describe('signed content that does not concern the house is taken, and gives no event', () => {
    test.each<[what: string, parts: Partial<ItemParts>]>([
      ['a report with a file name', { eventCode: 'REPORT_AVAILABLE', pspReference: 'settlement_report_batch_9.csv' }],
      [
        'a report with blanks in its name',
        { eventCode: 'REPORT_AVAILABLE', pspReference: 'Payments 2026-11 (1).xlsx' },
      ],
      ['a report without a reference', { eventCode: 'REPORT_AVAILABLE', merchantReference: '' }],
      ['a report with an empty outcome', { eventCode: 'REPORT_AVAILABLE', success: '' }],
      ['a report of no amount', { eventCode: 'REPORT_AVAILABLE', amount: undefined }],
      ['a report of an empty currency', { eventCode: 'REPORT_AVAILABLE', amount: { value: 0, currency: '' } }],
      ['a long reference of another shop', { merchantReference: 'order-'.repeat(60) }],
      ['a reference with colons', { merchantReference: 'shop:order:12' }],
      ['a reference in another script', { merchantReference: 'заказ № 12' }],
      ['no reference', { merchantReference: null }],
      ['a null original reference', { eventCode: 'CAPTURE', originalReference: null }],
      ['an event with a figure in its name', { eventCode: 'PAYOUT_3RDPARTY' }],
      ['an event in small letters', { eventCode: 'recurring.token.created' }],
      ['another merchant account of the same company', { merchantAccountCode: 'ClubPOS' }],
    ])('%s', (_, parts) => {
      expect(read(standard([signed(item(parts))]))).toEqual([]);
    });
  });

  test.each<[what: string, neighbour: unknown]>([
    ['a report with a file name', signed(item({ eventCode: 'REPORT_AVAILABLE', pspReference: 'report.csv' }))],
    ['a forged item', signed(item(), SENDER.payoutHmacKey)],
    ['an unsigned item', item({ eventCode: 'REPORT_AVAILABLE' })],
    ['no item', null],
    ['a text', 'item'],
  ])('a payment is paid in though its neighbour is %s', (_, neighbour) => {
    const paid = read(standard([signed(item())]));
    expect(paid).toHaveLength(1);
    expect(read(standard([neighbour, signed(item())]))).toEqual(paid);
    expect(read(standard([signed(item()), neighbour]))).toEqual(paid);
  });

  test('an amount that cannot be read is kept for people to look at', () => {
    const unreadable: ItemParts['amount'][] = [
      { value: 0.5, currency: 'EUR' },
      { value: '12500', currency: 'EUR' },
      { value: 12_500, currency: 'euro' },
      undefined,
    ];
    for (const amount of unreadable) {
      expect(read(standard([signed(item({ amount }))]))).toEqual([
        {
          eventId: 'AUTHORISATION/QFQTPCQ8HXSKGK82/true/unreadable',
          kind: 'paid-in',
          reference: REFERENCE,
          providerRef: 'QFQTPCQ8HXSKGK82',
          amount: 0n,
          currency: '',
        },
      ]);
    }
  });

  test('a signed text cannot be split into other fields', () => {
    const theirs = signed(item({ merchantReference: `ClubECOM:${REFERENCE}` }));
    const split = { ...theirs, originalReference: ':ClubECOM', merchantReference: REFERENCE };
    expect(read(standard([theirs]))).toEqual([]);
    expect(read(standard([split]))).toEqual([]);
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
    ['two forged ones', JSON.stringify(standard([item(), signed(item(), SENDER.payoutHmacKey)]))],
    ['items that are none', JSON.stringify({ live: 'false', notificationItems: [null, 1, [], {}] })],
  ])('%s is not believed', (_name, text) => {
    expect(read(text)).toBe(null);
  });
});
