/**
 * What the club asks of a payment provider, whichever it is. The club gives each act an id of its own (`reference`); a
 * provider does an act with the same reference once, however often it is asked. Amounts are minor units of `currency`.
 */
export interface PaymentProvider {
  /** Kept with each row that it made: `sandbox`, `adyen`. */
  readonly name: string;
  /** False for one that only pretends: a house for play money takes no other. */
  readonly isReal: boolean;
  /** The origin of the frame in which a card number is typed; null where it has none. */
  readonly cardOrigin: string | null;
  /** The smallest and the largest top-up that it takes. */
  readonly limits: { min: bigint; max: bigint };

  /** A page on which the member pays, until `expiresAtMs`; afterwards the browser is sent to `returnUrl`. */
  createCheckout(ask: CheckoutAsk): Promise<Checkout>;
  /**
   * The events of a delivered message, or null where its signature or time is not the provider's. What does not concern
   * the house gives none: a signed message is always taken, since providers hold back all that follow a refused one.
   */
  readWebhook(message: WebhookMessage): ProviderEvent[] | null;
  /**
   * What the provider knows about a top-up or a payout now; for when its message was lost. It names the same money by
   * the same `providerRef` as the message does: otherwise it would be taken twice.
   */
  lookUp(what: 'top-up' | 'withdrawal', reference: string): Promise<ProviderEvent[]>;
  /**
   * The name of a payment as the provider writes it (`providerRef`), by what one of the staff typed. What cannot be one
   * stays as it is.
   */
  spellPayment(typed: string): string;
  /** Gives back a whole payment that was not credited. */
  refund(ask: RefundAsk): Promise<void>;
  /** Sends money out. What becomes of it comes as an event; only its acceptance is said here. */
  payout(ask: PayoutAsk): Promise<{ providerRef: string }>;
  /** A fresh frame for a card number, for one member's binding. */
  openCardField(ask: { reference: string; parentOrigin: string; locale: string }): Promise<{ url: string }>;
  /** What the provider says about a token that its frame handed out; null where it gave out no such token. */
  readToken(token: string, reference: string): Promise<CardToken | null>;
  /** What it holds for the house, of this currency; below zero where it has laid out more than came in. */
  funds(ask: { currency: string }): Promise<Funds>;
}

export interface Funds {
  amount: bigint;
  /** When it was so, Unix milliseconds. */
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
  /** As it came over the wire: signatures are over bytes. */
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
  nowMs: number;
}

export interface RefundAsk {
  /** Id of the payment's row; another one after a refund of it has failed. */
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
  /** The same for the same card, by whoever and whenever it is typed; null where the provider has no such. */
  fingerprint: string | null;
}

/** What a provider's signed message says happened. `eventId` is the same in every delivery of it. */
export type ProviderEvent =
  | { eventId: string; kind: 'pending' | 'declined' | 'expired'; reference: string }
  | { eventId: string; kind: 'paid-in'; reference: string; providerRef: string; amount: bigint; currency: string }
  | { eventId: string; kind: 'refunded'; reference: string }
  /**
   * What was paid in is not there, or was taken away again: by the reference of the top-up. A refund was not carried
   * out, or came back: by its own reference or by that of the top-up.
   */
  | { eventId: string; kind: 'capture-failed' | 'charged-back' | 'refund-failed'; reference: string }
  | { eventId: string; kind: 'paid-out'; reference: string; providerRef: string; amount: bigint; currency: string }
  /** Before it was paid out (`failed`), or days after (`returned`). */
  | { eventId: string; kind: 'failed' | 'returned'; reference: string; providerRef: string };

/** The provider could not be asked, or said no; asking again with the same reference is safe. */
export class ProviderFailure extends Error {
  /** True where asking again will not help: the money never left. */
  readonly final: boolean;

  constructor(message: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.final = options.final ?? false;
  }
}
