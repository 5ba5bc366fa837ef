import type { CardFunding } from './payer.ts';

/**
 * A payment provider, as the club uses it. Each request carries our own id (`reference`). The provider must act at
 * most once per reference, so retries are safe. Amounts are minor units of `currency`.
 */
export interface PaymentProvider {
  /** Stored with each row of this provider: `sandbox`, `adyen`. */
  readonly name: string;
  /** False for a simulated provider, the only kind that a house for play money accepts. */
  readonly isReal: boolean;
  /** Origin of the frame that takes card numbers; null when the provider has none. */
  readonly cardOrigin: string | null;
  /** Smallest and largest top-up that the provider accepts. */
  readonly limits: { min: bigint; max: bigint };

  /** Creates a payment page, open until `expiresAtMs`. Afterwards the provider sends the browser to `returnUrl`. */
  createCheckout(ask: CheckoutAsk): Promise<Checkout>;
  /**
   * Reads the events of a webhook. Null when its signature or time is invalid. A signed message that does not concern
   * the house gives no events. It is still accepted, because providers hold back everything that follows a refused
   * message.
   */
  readWebhook(message: WebhookMessage): ProviderEvent[] | null;
  /**
   * Polls the current state of a top-up or a payout, in case its webhook was lost. A payment must have the same
   * `providerRef` here as in the webhook, or it would be credited twice.
   */
  lookUp(what: 'top-up' | 'withdrawal', reference: string): Promise<ProviderEvent[]>;
  /**
   * Normalises a payment name that staff typed into the provider's spelling (`providerRef`). Text that cannot be a
   * payment's name is returned unchanged.
   */
  spellPayment(typed: string): string;
  /** Refunds the whole of a payment that was not credited. */
  refund(ask: RefundAsk): Promise<void>;
  /** Submits a payout. Resolves when the provider accepts it; the outcome arrives as an event. */
  payout(ask: PayoutAsk): Promise<{ providerRef: string }>;
  /** Opens a new card field for one member's binding. */
  openCardField(ask: { reference: string; parentOrigin: string; locale: string }): Promise<{ url: string }>;
  /** Reads the card of a token from the provider's frame. Null when the provider issued no such token. */
  readToken(token: string, reference: string): Promise<CardToken | null>;
  /** The house's funds at the provider in this currency. Negative when the provider paid out more than came in. */
  funds(ask: { currency: string }): Promise<Funds>;
}

export interface Funds {
  amount: bigint;
  /** Time of the balance, in Unix milliseconds. */
  atMs: number;
}

export interface CheckoutAsk {
  reference: string;
  amount: bigint;
  currency: string;
  exponent: number;
  returnUrl: string;
  expiresAtMs: number;
  locale: string;
}

export interface Checkout {
  checkoutRef: string;
  url: string;
}

export interface WebhookMessage {
  /** The raw bytes as received, because signatures cover bytes. */
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
  nowMs: number;
}

export interface RefundAsk {
  /** Id of the payment's row, or a new id after a failed refund. */
  reference: string;
  providerRef: string;
  amount: bigint;
  currency: string;
  exponent: number;
}

export interface PayoutAsk {
  reference: string;
  amount: bigint;
  currency: string;
  exponent: number;
  holder: string;
  bankCode: string;
  to: { kind: 'card'; token: string } | { kind: 'iban'; iban: string };
}

export interface CardToken {
  brand: string;
  last4: string;
  /**
   * Identifies a card: equal for every entry of the same card number. Null when the provider offers no fingerprint.
   */
  fingerprint: string | null;
}

/** An event that a provider reports. `eventId` is the same in every delivery of it. */
export type ProviderEvent =
  | { eventId: string; kind: 'pending' | 'declined' | 'expired'; reference: string }
  | ({ eventId: string; kind: 'paid-in'; reference: string; providerRef: string } & PaidInBy)
  | { eventId: string; kind: 'refunded'; reference: string }
  /**
   * `capture-failed`, `charged-back`: a paid top-up's money is missing or was taken back; `reference` is the top-up's.
   * `refund-failed`: a refund failed or came back; `reference` is the refund's or the top-up's.
   */
  | { eventId: string; kind: 'capture-failed' | 'charged-back' | 'refund-failed'; reference: string }
  | ({ eventId: string; kind: 'paid-out'; reference: string; providerRef: string } & PaidOut)
  /** `failed`: before it was paid out. `returned`: days after it was paid out. */
  | { eventId: string; kind: 'failed' | 'returned'; reference: string; providerRef: string };

interface PaidInBy {
  amount: bigint;
  currency: string;
  /** Name of the payer, as `readPayer` returns it. Absent where the provider states none. */
  payer?: string | undefined;
  /** Absent for other means of payment than cards, and where the provider does not say. */
  funding?: CardFunding | undefined;
}

interface PaidOut {
  amount: bigint;
  currency: string;
  /** Reference of the bank or card scheme, as `readTraceRef` returns it. Absent while the provider has none. */
  traceRef?: string | undefined;
}

/** The provider was unreachable or refused. Retrying with the same reference is safe. */
export class ProviderFailure extends Error {
  /** True when a retry cannot succeed: the money never left. */
  readonly final: boolean;

  constructor(message: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.final = options.final ?? false;
  }
}
