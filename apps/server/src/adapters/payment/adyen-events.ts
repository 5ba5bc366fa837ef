import { hmacValidator as HmacValidator, type Types } from '@adyen/api-library';
import { z } from 'zod';
import type { ProviderEvent, WebhookMessage } from '../../payments/provider.ts';
import { fromAdyen, type HouseMoney } from './adyen-money.ts';

export interface AdyenSender {
  environment: 'test' | 'live';
  merchantAccount: string;
  balanceAccount: string;
  /** One key or several with commas between them, the newest first: messages of each count. */
  hmacKey: string;
  /** The same, of the transfer webhook. */
  payoutHmacKey: string;
}

/** The standard webhook carries its signature in each item, the transfer webhook in this header. */
const TRANSFER_SIGNATURE_HEADER = 'hmacsignature';

const Amount = z.object({ value: z.int().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) });
const Psp = z.string().regex(/^[A-Za-z0-9]{1,40}$/);

const Item = z.object({
  pspReference: Psp,
  originalReference: z.union([Psp, z.literal('')]).optional(),
  merchantAccountCode: z.string(),
  merchantReference: z.string().max(80),
  amount: Amount,
  eventCode: z.string().regex(/^[A-Z_]{1,60}$/),
  success: z.enum(['true', 'false']),
  additionalData: z.object({ hmacSignature: z.string() }),
});
type Item = z.infer<typeof Item>;

type MoneyMoved = Extract<ProviderEvent, { providerRef: string }>['kind'];

const StandardMessage = z.object({
  live: z.enum(['true', 'false']),
  notificationItems: z.array(z.object({ NotificationRequestItem: Item })).max(100),
});

const Transfer = z.object({
  id: z.string().regex(/^\w{1,60}$/),
  status: z.string(),
  direction: z.string().nullish(),
  reference: z.string().nullish(),
  amount: Amount,
  balanceAccount: z.object({ id: z.string() }).nullish(),
  events: z.array(z.object({ status: z.string().nullish() })).nullish(),
});

const TransferMessage = z.object({ type: z.string(), environment: z.string(), data: z.unknown() });

/** Ours are UUIDs; whatever else goes through the same account is none of our business. */
const Reference = z.uuid();
const PAID = new Set(['booked', 'credited']);
const NOT_PAID = new Set(['refused', 'rejected', 'failed', 'error', 'cancelled', 'expired']);

/**
 * The events of a message, or null where its signature or form is not Adyen's. Adyen repeats messages for up to 30
 * days, so their age says nothing: what keeps an old one from counting twice is its event's id.
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

function standardEvents(body: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] | null {
  const read = StandardMessage.safeParse(body);
  if (!read.success || read.data.live !== String(sender.environment === 'live')) return null;
  const items = read.data.notificationItems.map(({ NotificationRequestItem: item }) => item);
  return items.every((item) => isSigned(item, sender)) ? items.flatMap((item) => itemEvents(item, house)) : null;
}

function isSigned(item: Item, { merchantAccount, hmacKey }: AdyenSender): boolean {
  const signed = item as unknown as Types.notification.NotificationRequestItem;
  const isBy = (key: string) => new HmacValidator().validateHMAC(signed, key);
  return item.merchantAccountCode === merchantAccount && keysOf(hmacKey).some(isBy);
}

function keysOf(keys: string): string[] {
  return keys.split(',');
}

/**
 * By code and success: what a message says that names no money which came in. A reversed chargeback is not among them:
 * the house bore it, and has it back.
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

/** Payments are captured at once, so that an authorised one is a paid one. */
function itemEvents(item: Item, house: HouseMoney): ProviderEvent[] {
  const { eventCode, pspReference, success, merchantReference: reference } = item;
  if (!Reference.safeParse(reference).success) return [];
  const eventId = `${eventCode}/${pspReference}/${success}`;
  const said = `${eventCode}/${success}`;
  if (said === 'AUTHORISATION/true')
    return [{ eventId, kind: 'paid-in', reference, providerRef: pspReference, ...fromAdyen(item.amount, house) }];
  const kind = SAYS[said];
  return kind === undefined ? [] : [{ eventId, kind, reference }];
}

function transferMessageEvents(body: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] | null {
  const read = TransferMessage.safeParse(body);
  if (!read.success || read.data.environment !== sender.environment) return null;
  return read.data.type.startsWith('balancePlatform.transfer.') ? transferEvents(read.data.data, sender, house) : [];
}

/**
 * What a transfer's state says, whether it came in a message or was looked up. `booked` is the last word of most banks,
 * and not a final one: a bank may still refuse the money, or send it back days later.
 */
export function transferEvents(transfer: unknown, sender: AdyenSender, house: HouseMoney): ProviderEvent[] {
  const read = Transfer.safeParse(transfer);
  if (!read.success) return [];
  const { id, status, direction, amount, balanceAccount, events } = read.data;
  const reference = Reference.safeParse(read.data.reference);
  const isOurs = direction === 'outgoing' && (balanceAccount?.id ?? sender.balanceAccount) === sender.balanceAccount;
  if (!reference.success || !isOurs) return [];
  const base = { reference: reference.data, providerRef: id };
  if (PAID.has(status)) return [{ eventId: `${id}/paid-out`, kind: 'paid-out', ...base, ...fromAdyen(amount, house) }];
  const wasPaid = events?.some((event) => event.status === 'booked') ?? false;
  if (status === 'returned' || (wasPaid && NOT_PAID.has(status)))
    return [{ eventId: `${id}/returned`, kind: 'returned', ...base }];
  return NOT_PAID.has(status) ? [{ eventId: `${id}/failed`, kind: 'failed', ...base }] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
