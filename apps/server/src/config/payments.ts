import { z } from 'zod';

/** Which payment provider moves this club's money, and how it is reached. */
export type PaymentsChoice =
  | { kind: 'none' }
  | { kind: 'sandbox'; url: string; secret: string }
  | ({ kind: 'adyen' } & AdyenPlace);

export interface AdyenPlace {
  /** Adyen's `test` moves no money. */
  environment: 'test' | 'live';
  merchantAccount: string;
  /** Of the credential for checkouts and refunds, and of the one for transfers: they are two at Adyen. */
  apiKey: string;
  payoutApiKey: string;
  /** Of the standard webhook and of the transfer webhook, in hex. */
  hmacKey: string;
  payoutHmacKey: string;
  /** Payouts leave from this one. */
  balanceAccount: string;
  payoutPriority: PayoutPriority;
  /** The merchant's own part of Adyen's live addresses; null in `test`. */
  livePrefix: string | null;
}

export type PayoutPriority = (typeof PAYOUT_PRIORITIES)[number];

const PAYOUT_PRIORITIES = ['regular', 'fast', 'instant', 'wire', 'crossBorder'] as const;
const SECRET_CHARS_MIN = 32;
/** Kept messages are verified again with the earlier keys. */
const HmacKeys = z
  .string()
  .regex(
    /^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64}){0,7}$/,
    'is no HMAC key of 64 hex digits, nor several with commas between',
  );

export const PAYMENT_VARIABLES = {
  /** `none`: nothing can be paid in, and payouts wait. `sandbox` only pretends. `adyen` is for live houses alone. */
  TERCET_PAYMENTS: z.enum(['none', 'sandbox', 'adyen']).default('none'),
  TERCET_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  TERCET_SANDBOX_SECRET: z.string().min(SECRET_CHARS_MIN).optional(),
  TERCET_ADYEN_ENVIRONMENT: z.enum(['test', 'live']).default('test'),
  TERCET_ADYEN_MERCHANT_ACCOUNT: z.string().min(1).optional(),
  TERCET_ADYEN_API_KEY: z.string().min(1).optional(),
  TERCET_ADYEN_PAYOUT_API_KEY: z.string().min(1).optional(),
  TERCET_ADYEN_HMAC_KEY: HmacKeys.optional(),
  TERCET_ADYEN_PAYOUT_HMAC_KEY: HmacKeys.optional(),
  TERCET_ADYEN_BALANCE_ACCOUNT: z.string().min(1).optional(),
  TERCET_ADYEN_PAYOUT_PRIORITY: z.enum(PAYOUT_PRIORITIES).default('regular'),
  /** The beginning of a host's name and nothing else: what has a dot or a slash in it would lead elsewhere. */
  TERCET_ADYEN_LIVE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, 'is no prefix of Adyen’s live addresses')
    .optional(),
};

const Variables = z.object(PAYMENT_VARIABLES);
type Variables = z.infer<typeof Variables>;

/** Throws one readable line where the provider that was chosen lacks something. Secrets are not repeated in it. */
export function paymentsOf(value: Variables): PaymentsChoice {
  switch (value.TERCET_PAYMENTS) {
    case 'none':
      return { kind: 'none' };
    case 'sandbox':
      return {
        kind: 'sandbox',
        url: needed(value, 'TERCET_SANDBOX_URL').replace(/(?<!\/)\/+$/, ''),
        secret: needed(value, 'TERCET_SANDBOX_SECRET'),
      };
    case 'adyen':
      return { kind: 'adyen', ...adyenOf(value) };
  }
}

/** Whether it moves money: the sandbox does not, nor does the test side of a real one. */
export function isRealProvider(payments: PaymentsChoice): payments is Extract<PaymentsChoice, { kind: 'adyen' }> {
  return payments.kind === 'adyen' && payments.environment === 'live';
}

function adyenOf(value: Variables): AdyenPlace {
  const environment = value.TERCET_ADYEN_ENVIRONMENT;
  return {
    environment,
    merchantAccount: needed(value, 'TERCET_ADYEN_MERCHANT_ACCOUNT'),
    apiKey: needed(value, 'TERCET_ADYEN_API_KEY'),
    payoutApiKey: needed(value, 'TERCET_ADYEN_PAYOUT_API_KEY'),
    hmacKey: needed(value, 'TERCET_ADYEN_HMAC_KEY'),
    payoutHmacKey: needed(value, 'TERCET_ADYEN_PAYOUT_HMAC_KEY'),
    balanceAccount: needed(value, 'TERCET_ADYEN_BALANCE_ACCOUNT'),
    payoutPriority: value.TERCET_ADYEN_PAYOUT_PRIORITY,
    livePrefix: environment === 'live' ? needed(value, 'TERCET_ADYEN_LIVE_PREFIX') : null,
  };
}

function needed<Name extends keyof Variables>(value: Variables, name: Name): NonNullable<Variables[Name]> {
  const found = value[name];
  if (found) return found;
  throw new Error(`configuration: TERCET_PAYMENTS=${value.TERCET_PAYMENTS} needs ${name}`);
}
