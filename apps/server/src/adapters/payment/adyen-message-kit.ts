import { createHmac } from 'node:crypto';
import { type AdyenSender, readMessage } from './adyen-events.ts';

// Messages in the shapes of docs.adyen.com (standard webhooks; transfer webhooks v4) with made-up values. The first
// has the values and signature of Adyen's own description of its HMAC.
export const REFERENCE = '01939a1c-7a00-7cc0-8000-0123456789ab';
export const HOUSE = { currency: 'EUR', exponent: 2 };
export const SENDER: AdyenSender = {
  environment: 'test',
  merchantAccount: 'ClubECOM',
  balanceAccount: 'BA00000000000000000000001',
  hmacKey: 'ab'.repeat(32),
  payoutHmacKey: 'cd'.repeat(32),
};

export function hmac(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest('base64');
}

export interface ItemParts {
  pspReference: string;
  originalReference?: string | null;
  merchantAccountCode: string;
  merchantReference: string | null;
  amount: { value: unknown; currency?: string | undefined } | undefined;
  eventCode: string;
  success: string;
}

export function item(more: Partial<ItemParts> = {}): ItemParts {
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

export function signed(parts: ItemParts, key = SENDER.hmacKey, more: Record<string, unknown> = {}) {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, ...rest } = parts;
  const { eventCode, success } = rest;
  const fields = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const text = [...fields, amount?.value, amount?.currency, eventCode, success].join(':');
  return {
    ...parts,
    eventDate: '2026-11-21T12:00:00+01:00',
    paymentMethod: 'visa',
    operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    reason: '054321:1111:03/2030',
    additionalData: { hmacSignature: hmac(key, text), expiryDate: '03/2030', ...more },
  };
}

export function read(content: unknown, headers: Record<string, string> = {}, sender = SENDER) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return readMessage({ body, headers, nowMs: Date.UTC(2030, 0) }, sender, HOUSE);
}

export function standard(items: unknown[], live = 'false') {
  return { live, notificationItems: items.map((one) => ({ NotificationRequestItem: one })) };
}
