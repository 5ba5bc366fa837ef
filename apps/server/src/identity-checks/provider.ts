/**
 * What the club asks of a provider that looks at people's documents, whichever it is. The club names each check by an
 * id of its own (`reference`); the provider has a name for it, too (`providerRef`).
 */
export interface IdentityProvider {
  /** Kept with each check that it made: `sandbox`, `veriff`. */
  readonly name: string;
  /** False for one that only pretends: a live house takes no such. */
  readonly isReal: boolean;

  /** A page on which the member shows his document; afterwards the browser is sent to `returnUrl`. */
  startCheck(ask: CheckAsk): Promise<StartedCheck>;
  /** The news of a delivered message, none where it does not concern the house; null where its signature is wrong. */
  readWebhook(message: IdentityMessage): CheckNews[] | null;
  /** What the provider knows about a check now, for when its message was lost; null where it has not decided. */
  lookUp(check: { reference: string; providerRef: string }): Promise<CheckNews | null>;
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
  /** As it came over the wire: signatures are over bytes. */
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
  nowMs: number;
}

/** Why a provider does not take somebody for who he says he is. A closed list: each has its words. */
export const PROVIDER_REASONS = [
  'document-unreadable',
  'document-not-accepted',
  'document-expired',
  'not-the-person',
  'suspected-fraud',
  'other',
] as const;
export type ProviderReason = (typeof PROVIDER_REASONS)[number];

/** Why the club does not, though the provider does. */
export const OWN_REASONS = ['name-differs', 'birth-date-differs', 'too-young', 'country-not-served'] as const;
export type DeclineReason = ProviderReason | (typeof OWN_REASONS)[number];

export const DOCUMENT_KINDS = ['passport', 'id-card', 'driving-licence', 'residence-permit', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Whom a document is of. */
export interface VerifiedPerson {
  realName: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  /** Of the document: ISO 3166-1 alpha-2. */
  country: string;
  documentKind: DocumentKind;
  documentNumber: string;
  /** The document's last day, `YYYY-MM-DD`; null where it has none or the provider does not say. */
  goodUntil: string | null;
}

/**
 * What a provider says of a check. `decidedAtMs` is when, by its clock: the newest counts, so that messages may come
 * twice and in any order. `again`: the member is to show more on the same page.
 */
export type CheckNews = { reference: string; providerRef: string; decidedAtMs: number } & (
  | { kind: 'pending' | 'again' | 'expired' }
  | { kind: 'verified'; person: VerifiedPerson }
  | { kind: 'declined'; reason: ProviderReason }
);

/** The provider could not be asked, or said no. */
export class IdentityProviderFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'IdentityProviderFailure';
  }
}
