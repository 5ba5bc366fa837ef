import { createHmac } from 'node:crypto';
import { type Journal, openJournal } from './journal.ts';

/** The outcome of payouts to a card or an account. */
export type Behaviour = 'pays' | 'fails' | 'returns';

export interface Checkout {
  id: string;
  reference: string;
  amountMinor: string;
  currency: string;
  exponent: number;
  returnUrl: string;
  expiresAtMs: number;
  locale: string;
  state: 'open' | 'pending' | 'paid' | 'declined' | 'expired';
  /** Money that arrives on its own later, even after the page has expired; null for none. */
  late: { atMs: number; amountMinor: string; currency: string } | null;
}

export interface Payment {
  providerRef: string;
  reference: string;
  amountMinor: string;
  currency: string;
  /** The club's refund id; null before a refund. */
  refundedAs: string | null;
}

export interface Payout {
  reference: string;
  providerRef: string;
  amountMinor: string;
  currency: string;
  kind: 'card' | 'iban';
  last4: string;
  behaviour: Behaviour;
  state: 'accepted' | 'paid' | 'failed' | 'returned';
  /** How often the club requested it, and how often money left. */
  asked: number;
  executed: number;
  /** When it is paid or fails; for a paid one, when it is returned. */
  dueAtMs: number;
}

export interface CardField {
  id: string;
  reference: string;
  parentOrigin: string;
  expiresAtMs: number;
  tries: number;
}

/** A card token. Of the number only the last digits are kept. */
export interface Token {
  token: string;
  reference: string;
  brand: string;
  last4: string;
  behaviour: Behaviour;
  /** The same for all tokens of one card. */
  fingerprint: string;
}

/** The person of the document, as the tester entered them. */
export interface IdentityPerson {
  realName: string;
  birthDate: string;
  country: string;
  documentKind: string;
  documentNumber: string;
  goodUntil: string | null;
}

export type IdentityOutcome = { outcome: 'verified'; person: IdentityPerson } | { outcome: 'declined'; reason: string };

/** An identity check on a page of the sandbox. */
export interface IdentitySession {
  id: string;
  reference: string;
  returnUrl: string;
  expiresAtMs: number;
  state: 'open' | 'pending' | 'verified' | 'declined' | 'expired';
  /** A decision that takes effect later; null for none. */
  late: { atMs: number; outcome: IdentityOutcome } | null;
}

/** A person whom the simulated exclusion register knows. */
export interface RegisterEntry {
  name: string;
  birthDate: string;
  excluded: boolean;
}

export type IdentityEvent = {
  eventId: string;
  kind: 'identity';
  reference: string;
  providerRef: string;
  decidedAtMs: number;
} & (IdentityOutcome | { outcome: 'pending' | 'expired' });

export type SandboxEvent =
  | IdentityEvent
  | { eventId: string; kind: 'pending' | 'declined' | 'expired' | 'refunded'; reference: string }
  | {
      eventId: string;
      kind: 'paid-in' | 'paid-out';
      reference: string;
      providerRef: string;
      amount: string;
      currency: string;
      /** Reference of the bank or card scheme; of a paid payout alone. */
      traceRef?: string;
    }
  | { eventId: string; kind: 'failed' | 'returned'; reference: string; providerRef: string };

export interface QueuedEvent {
  event: SandboxEvent;
  state: 'waiting' | 'delivered' | 'lost' | 'given-up';
  tries: number;
  /** Remaining duplicate deliveries. */
  copies: number;
  nextAtMs: number;
}

/** Probabilities from 0 to 1. */
export interface Delivery {
  duplicates: number;
  losses: number;
  delayMs: [number, number];
  shuffle: boolean;
  /** Maximum number of events in one message. */
  batchMax: number;
}

/** Upcoming failures of calls: refused before any effect, or executed with the answer dropped. */
export interface Faults {
  refuse: number;
  loseAnswer: number;
  /** Path prefix of the failing calls. `/api/` means all calls. */
  path: string;
}

export interface Settings {
  /** The last port. */
  port: number;
  webhookUrl: string | null;
  payoutSeconds: [number, number];
  returnSeconds: number;
  /** Milliseconds that the sandbox's clock is ahead of the machine's. */
  aheadMs: number;
  delivery: Delivery;
  faults: Faults;
}

interface Tables {
  settings: Settings;
  checkout: Checkout;
  payment: Payment;
  payout: Payout;
  field: CardField;
  token: Token;
  identity: IdentitySession;
  registerEntry: RegisterEntry;
  event: QueuedEvent;
}

export interface State extends Journal<Tables> {
  settings(): Settings;
  change(changed: Partial<Settings>): void;
  /** Unix milliseconds of the sandbox's clock, which can be ahead. */
  nowMs(): number;
  /** An id derived from the club's reference. It cannot be guessed without the secret. */
  idOf(kind: string, reference: string): string;
}

const ONE = 'one';
const DAY_SECONDS = 86_400;

const FIRST_SETTINGS: Settings = {
  port: 0,
  webhookUrl: null,
  payoutSeconds: [120, 270],
  returnSeconds: 3 * DAY_SECONDS,
  aheadMs: 0,
  delivery: { duplicates: 0, losses: 0, delayMs: [0, 0], shuffle: false, batchMax: 1 },
  faults: { refuse: 0, loseAnswer: 0, path: '/api/' },
};

export function openState(dataDir: string, secret: string, machineMs: () => number): State {
  const journal = openJournal<Tables>(dataDir);
  const settings = (): Settings => ({ ...FIRST_SETTINGS, ...journal.get('settings', ONE) });
  return {
    ...journal,
    settings,
    change: (changed) => journal.put('settings', ONE, { ...settings(), ...changed }),
    nowMs: () => machineMs() + settings().aheadMs,
    idOf: (kind, reference) => createHmac('sha256', secret).update(`${kind}/${reference}`).digest('hex').slice(0, 32),
  };
}
