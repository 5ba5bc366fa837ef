import { createHmac } from 'node:crypto';
import { type Journal, openJournal } from './journal.ts';

/** What becomes of money sent to a card or an account. */
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
  /** Money that arrives by itself, also after the page has expired. */
  late: { atMs: number; amountMinor: string; currency: string } | null;
}

export interface Payment {
  providerRef: string;
  reference: string;
  amountMinor: string;
  currency: string;
  /** The club's id of its refund; null while there is none. */
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
  /** How often the club asked for it, and how often money left for it. */
  asked: number;
  executed: number;
  /** When it is paid, fails or, once paid, is sent back. */
  dueAtMs: number;
}

export interface CardField {
  id: string;
  reference: string;
  parentOrigin: string;
  expiresAtMs: number;
  tries: number;
}

/** Of the number itself nothing is kept but its last digits. */
export interface Token {
  token: string;
  reference: string;
  brand: string;
  last4: string;
  behaviour: Behaviour;
  /** The same for each token of one card. */
  fingerprint: string;
}

/** Whose document it is, as the tester on the page says. */
export interface IdentityPerson {
  realName: string;
  birthDate: string;
  country: string;
  documentKind: string;
  documentNumber: string;
  goodUntil: string | null;
}

export type IdentityOutcome = { outcome: 'verified'; person: IdentityPerson } | { outcome: 'declined'; reason: string };

/** A page on which somebody says who he is. */
export interface IdentitySession {
  id: string;
  reference: string;
  returnUrl: string;
  expiresAtMs: number;
  state: 'open' | 'pending' | 'verified' | 'declined' | 'expired';
  /** What is decided by itself. */
  late: { atMs: number; outcome: IdentityOutcome } | null;
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
    }
  | { eventId: string; kind: 'failed' | 'returned'; reference: string; providerRef: string };

export interface QueuedEvent {
  event: SandboxEvent;
  state: 'waiting' | 'delivered' | 'lost' | 'given-up';
  tries: number;
  /** Further deliveries of what has been delivered. */
  copies: number;
  nextAtMs: number;
}

/** Shares of one: 0 never, 1 always. */
export interface Delivery {
  duplicates: number;
  losses: number;
  delayMs: [number, number];
  shuffle: boolean;
  /** Events in one message at most. */
  batchMax: number;
}

/** The next calls of the club that go wrong: refused before anything is done, or done with the answer lost. */
export interface Faults {
  refuse: number;
  loseAnswer: number;
  /** Where its path begins; all calls for `/api/`. */
  path: string;
}

export interface Settings {
  /** Where it listened last. */
  port: number;
  webhookUrl: string | null;
  payoutSeconds: [number, number];
  returnSeconds: number;
  /** How far its clock goes ahead of the machine's. */
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
  event: QueuedEvent;
}

export interface State extends Journal<Tables> {
  settings(): Settings;
  change(changed: Partial<Settings>): void;
  /** Unix milliseconds of the sandbox's clock, which can be set ahead. */
  nowMs(): number;
  /** An id that follows from the club's reference and that nobody without the secret can guess. */
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
