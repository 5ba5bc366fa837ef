import { hmacValidator as HmacValidator, type Types } from '@adyen/api-library';
import { z } from 'zod';
import { type CardFunding, readFunding, readPayer } from '../../payments/provider/payer.ts';
import type { ProviderEvent, WebhookMessage } from '../../payments/provider/provider.ts';
import { readTraceRef } from '../../payments/provider/trace-ref.ts';
import { fromAdyen, type HouseMoney, type Money } from './adyen-money.ts';

export interface AdyenSender {
  environment: 'test' | 'live';
  merchantAccount: string;
  balanceAccount: string;
  /** One key, or several separated by commas, newest first. Signatures of each are valid. */
  hmacKey: string;
  /** The same for the transfer webhook. */
  payoutHmacKey: string;
}

/** Signature header of the transfer webhook. The standard webhook has a signature in each item. */
const TRANSFER_SIGNATURE_HEADER = 'hmacsignature';

const Amount = z.object({ value: z.int().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) });
const ProviderRef = z.string().regex(/^\w{1,60}$/);

/** An item with a verified signature, with the fields that all events need. */
interface Item {
  pspReference: string;
  originalReference: string;
  merchantReference: string;
  eventCode: string;
  success: string;
  amount: unknown;
  /** Adyen does not sign these. They can send a payment to review, and credit none. */
  payer: string | undefined;
  funding: CardFunding | undefined;
}

type MoneyMoved = Extract<ProviderEvent, { providerRef: string }>['kind'];

const StandardMessage = z.object({
  live: z.enum(['true', 'false']),
  notificationItems: z.array(z.unknown()),
});

const Transfer = z.object({
  id: ProviderRef,
  status: z.string(),
  direction: z.string().nullish().catch(null),
  reference: z.string().nullish().catch(null),
  amount: z.unknown(),
  balanceAccount: z.object({ id: z.string() }).nullish().catch(null),
  events: z.array(z.unknown()).nullish().catch(null),
  tracing: z.unknown().optional(),
});
const TransferEvent = z.object({ status: z.string() });

const TransferMessage = z.object({ type: z.string(), environment: z.string(), data: z.unknown() });

/** Our references are UUIDs. Other payments through the same account do not concern the house. */
const Reference = z.uuid();
const PAID = new Set(['booked', 'credited']);
const NOT_PAID = new Set(['refused', 'rejected', 'failed', 'error', 'cancelled', 'expired']);

/**
 * The events of a message; null if its signature or environment is not ours. A signed message is never refused for its
 * content, or Adyen would hold back all later ones. Events that do not concern the house are left out. Adyen repeats
 * messages for up to 30 days, so age is no criterion; the event id prevents double counting.
 */
export function readMessage(message: WebhookMessage, sender: AdyenSender, house: HouseMoney): ProviderEvent[] | null {
  const text = message.body.toString('utf8');
  const signature = message.headers[TRANSFER_SIGNATURE_HEADER];
  const body = parsed(text);
  if (body === undefined) return null;
  if (signature === undefined) return standardEvents(body, sender, house);
  const isTheirs =
    typeof signature === 'string' &&
    keysOf(sender.payoutHmacKey).some((key) => new HmacValidator().validateHMACSignature(key, signature, text));
  return isTheirs ? transferMessageEvents(body, sender, house) : null;
}

/** Each item has its own signature. Unsigned items are dropped without losing the others. */
function standardEvents(body: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] | null {
  const read = StandardMessage.safeParse(body);
  if (!read.success || read.data.live !== String(sender.environment === 'live')) return null;
  const signed = read.data.notificationItems.map(fieldsOf).filter((fields) => isSigned(fields, sender));
  if (signed.length === 0) return null;
  return signed
    .filter((fields) => fields.merchantAccountCode === sender.merchantAccount)
    .flatMap((fields) => itemEvents(itemOf(fields), house));
}

type Fields = Record<string, unknown>;

/** The fields of an item in any form; empty if it is no item. */
function fieldsOf(container: unknown): Fields {
  return objectOf(objectOf(container).NotificationRequestItem);
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Adyen signs the fields as text; a missing field or null counts as empty. */
function isSigned(fields: Fields, { hmacKey }: AdyenSender): boolean {
  const { hmacSignature } = objectOf(fields.additionalData);
  if (typeof hmacSignature !== 'string' || hmacSignature === '') return false;
  const { value, currency } = objectOf(fields.amount);
  const signed = { ...fields, additionalData: { hmacSignature }, amount: { value, currency } };
  const item = signed as unknown as Types.notification.NotificationRequestItem;
  return keysOf(hmacKey).some((key) => new HmacValidator().validateHMAC(item, key));
}

function itemOf(fields: Fields): Item {
  const { pspReference, originalReference, merchantReference, eventCode, success, amount } = fields;
  const { cardHolderName, fundingSource } = objectOf(fields.additionalData);
  return {
    payer: readPayer(cardHolderName),
    funding: readFunding(fundingSource),
    pspReference: textOf(pspReference),
    originalReference: textOf(originalReference),
    merchantReference: textOf(merchantReference),
    eventCode: textOf(eventCode),
    // Adyen's own libraries also send it as a boolean.
    success: String(success).toLowerCase(),
    amount,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function keysOf(keys: string): string[] {
  return keys.split(',');
}

/**
 * Events without incoming money, by code and success. A reversed chargeback is not among them: the house bore the loss
 * and gets the money back.
 */
const SAYS: Readonly<Record<string, Exclude<ProviderEvent['kind'], MoneyMoved>>> = {
  'AUTHORISATION/false': 'declined',
  'PENDING/true': 'pending',
  'CANCELLATION/true': 'declined',
  'OFFER_CLOSED/true': 'expired',
  'CAPTURE/false': 'capture-failed',
  'CAPTURE_FAILED/true': 'capture-failed',
  'CHARGEBACK/true': 'charged-back',
  'SECOND_CHARGEBACK/true': 'charged-back',
  'REFUND/true': 'refunded',
  'REFUND/false': 'refund-failed',
  'REFUND_FAILED/true': 'refund-failed',
  'REFUNDED_REVERSED/true': 'refund-failed',
};

/** The events of an item. Payments are captured at once, so an authorised payment is a paid one. */
function itemEvents(item: Item, house: HouseMoney): ProviderEvent[] {
  const { eventCode, pspReference, originalReference, success, merchantReference: reference } = item;
  const stated = `${eventCode}/${success}`;
  const kind = stated === 'AUTHORISATION/true' ? 'paid-in' : SAYS[stated];
  if (kind === undefined || !isOurs(reference)) return [];
  // Adyen signs the fields joined by colons. A field with a colon would make that ambiguous.
  if (![pspReference, originalReference || pspReference].every((ref) => ProviderRef.safeParse(ref).success)) return [];
  const eventId = `${eventCode}/${pspReference}/${success}`;
  if (kind !== 'paid-in') return [{ eventId, kind, reference }];
  const { payer, funding } = item;
  return [{ ...moneyMoved(eventId, item.amount, house), kind, reference, providerRef: pspReference, payer, funding }];
}

function isOurs(reference: unknown): reference is string {
  return Reference.safeParse(reference).success;
}

/**
 * The id and money of an event. An unreadable amount becomes zero without a currency, under its own event id. It
 * matches no payment, so staff review it.
 */
function moneyMoved(eventId: string, amount: unknown, house: HouseMoney): { eventId: string } & Money {
  const read = Amount.safeParse(amount);
  if (!read.success) return { eventId: `${eventId}/unreadable`, amount: 0n, currency: '' };
  return { eventId, ...fromAdyen(read.data, house) };
}

function transferMessageEvents(body: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] | null {
  const read = TransferMessage.safeParse(body);
  if (!read.success || read.data.environment !== sender.environment) return null;
  return read.data.type.startsWith('balancePlatform.transfer.') ? transferEvents(read.data.data, sender, house) : [];
}

/**
 * The events of a transfer's state, from a message or a lookup. `booked` is the last state at most banks, but not
 * final: a bank may still refuse the money or return it days later.
 */
export function transferEvents(transfer: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] {
  const read = Transfer.safeParse(transfer);
  if (!read.success) return [];
  const { id, status, direction, amount, balanceAccount, events } = read.data;
  const { reference, tracing } = read.data;
  const isFromHere = (balanceAccount?.id ?? sender.balanceAccount) === sender.balanceAccount;
  if (direction !== 'outgoing' || !isFromHere || !isOurs(reference)) return [];
  const base = { reference, providerRef: id };
  if (PAID.has(status)) {
    const traceRef = traceRefOf(tracing, events ?? []);
    // The reference may come in a later message, which must not count as a repetition of this one.
    const eventId = `${id}/paid-out${traceRef === undefined ? '' : '/traced'}`;
    return [{ kind: 'paid-out', ...base, ...moneyMoved(eventId, amount, house), traceRef }];
  }
  const wasPaid = events?.some((event) => TransferEvent.safeParse(event).data?.status === 'booked') ?? false;
  if (status === 'returned' || (wasPaid && NOT_PAID.has(status)))
    return [{ eventId: `${id}/returned`, kind: 'returned', ...base }];
  return NOT_PAID.has(status) ? [{ eventId: `${id}/failed`, kind: 'failed', ...base }] : [];
}

/** The network's reference of a transfer: of Faster Payments or ACH, or the ARN of a card scheme. */
function traceRefOf(tracing: unknown, events: readonly unknown[]): string | undefined {
  const places = [tracing, ...events.map((event) => objectOf(event).tracingData)].map(objectOf);
  const found = [
    ...places.flatMap(({ fpid, traceNumber }) => [fpid, traceNumber]),
    ...events.map((event) => objectOf(event).arn),
  ];
  return found.map(readTraceRef).find((ref) => ref !== undefined);
}

function parsed(text: string): unknown {
  try {
    // Some senders put a byte order mark in front.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
