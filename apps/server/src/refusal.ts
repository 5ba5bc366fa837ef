/**
 * Everything the club can answer "no" with. Domain code throws these; only `http/errors.ts` knows statuses. The codes
 * are a contract with the apps, which put them into the reader's language.
 */
export const REFUSAL_CODES = [
  'fill-in',
  'bad-amount',
  'no-selection',
  'duplicate-bet',
  'stake-too-small',
  'stake-too-large',
  'slip-too-large',
  'balance-too-small',
  'min-balance',
  'betting-closed',
  'period-not-open',
  'table-changed',
  'table-closed',
  'exposure',
  'member-cap',
  'limit-stake-slip',
  'limit-stake-day',
  'limit-loss',
  'limit-session',
  'reality-check',
  'excluded',
  'limit-range',
  'too-early',
  'beacon-disagrees',
  'key-reused',
  'key-needed',
  'signed-out',
  'wrong-credentials',
  'old-password-wrong',
  'suspended',
  'throttled',
  'user-name-taken',
  'user-name-bad',
  'password-weak',
  'invite-bad',
  'invite-limit',
  'too-young',
  'birth-date-bad',
  'agreement-needed',
  'recovery-bad',
  'receipt-not-found',
  'payouts-unhealthy',
  'closing',
  'name-first',
  'finance-password-first',
  'payee-first',
  'identity-needed',
  'country-not-served',
  'identity-unavailable',
  'finance-password-wrong',
  'finance-password-locked',
  'finance-password-weak',
  'entries-differ',
  'already-set',
  'name-bad',
  'holder-differs',
  'iban-bad',
  'bank-unknown',
  'phone-bad',
  'card-bad',
  'amount-too-small',
  'amount-too-large',
  'too-many-today',
  'provider-unavailable',
  'forbidden',
  'own-account',
  'last-owner',
  'not-suspended',
  'rule-bad',
  'table-bad',
  'link-bad',
  'export-too-large',
  'second-person-needed',
  'too-new',
  'proposer-gone',
  'too-late',
  'refund-only',
  'legal-hold',
  'reason-needed',
  'words-bad',
  'words-lead-out',
  'question-open',
  'question-limit',
  'code-wrong',
  'passkey-refused',
  'passkey-limit',
  'last-factor',
  'step-up-needed',
  'password-change-needed',
  'claimed',
  'own-edit',
  'date-bad',
  'picture-bad',
  'picture-too-many-pixels',
  'not-found',
  'method-not-allowed',
  'forbidden-origin',
  'invalid-body',
  'body-too-large',
  'busy',
  'internal',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];
export type RefusalParams = Record<string, string | number>;

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Values for the message: amounts in minor units as decimal strings, counts as numbers. */
  readonly params: RefusalParams;
  /** For forms: which field is wrong, and how. */
  readonly fields: Record<string, RefusalCode> | undefined;

  constructor(code: RefusalCode, params: RefusalParams = {}, fields?: Record<string, RefusalCode>) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }
}
