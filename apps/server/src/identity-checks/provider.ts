/**
 * An identity provider, as the club uses it. Each check has our own id (`reference`) and the provider's
 * (`providerRef`).
 */
export interface IdentityProvider {
  /** Stored with each check of this provider: `sandbox`, `veriff`. */
  readonly name: string;
  /** False for a simulated provider, which a live house does not accept. */
  readonly isReal: boolean;

  /**
   * Creates a page on which the member shows their document. Afterwards the provider sends the browser to `returnUrl`.
   */
  startCheck(ask: CheckAsk): Promise<StartedCheck>;
  /** Reads the news of a webhook; empty when it does not concern the house. Null when its signature is invalid. */
  readWebhook(message: IdentityMessage): CheckEvent[] | null;
  /** Polls the current state of a check, in case its webhook was lost. Null when the provider has not decided. */
  lookUp(check: { reference: string; providerRef: string }): Promise<CheckEvent | null>;
}

export interface CheckAsk {
  reference: string;
  returnUrl: string;
  expiresAtMs: number;
  locale: string;
}

export interface StartedCheck {
  providerRef: string;
  url: string;
}

export interface IdentityMessage {
  /** The raw bytes as received, because signatures cover bytes. */
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
  nowMs: number;
}

/** Why a provider rejects a person's identity. A closed list, because the app has a text for each. */
export const PROVIDER_REASONS = [
  'document-unreadable',
  'document-not-accepted',
  'document-expired',
  'not-the-person',
  'suspected-fraud',
  'other',
] as const;
export type ProviderReason = (typeof PROVIDER_REASONS)[number];

/** Why the club rejects a person whom the provider accepted. */
export const OWN_REASONS = ['name-differs', 'birth-date-differs', 'too-young', 'country-not-served'] as const;
export type DeclineReason = ProviderReason | (typeof OWN_REASONS)[number];

export const DOCUMENT_KINDS = ['passport', 'id-card', 'driving-licence', 'residence-permit', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The person a document belongs to. */
export interface VerifiedPerson {
  realName: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  /** Country of the document, ISO 3166-1 alpha-2. */
  country: string;
  documentKind: DocumentKind;
  documentNumber: string;
  /** Last day of the document's validity, `YYYY-MM-DD`. Null when it has none or the provider does not tell. */
  goodUntil: string | null;
}

/**
 * A provider's news about a check. `decidedAtMs` is its time by the provider's clock. The newest news counts, so
 * messages may come repeatedly and in any order. `again`: the member must show more on the same page.
 */
export type CheckEvent = { reference: string; providerRef: string; decidedAtMs: number } & (
  | { kind: 'pending' | 'again' | 'expired' }
  | { kind: 'verified'; person: VerifiedPerson }
  | { kind: 'declined'; reason: ProviderReason }
);

/** The provider was unreachable or refused. */
export class IdentityProviderFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'IdentityProviderFailure';
  }
}
