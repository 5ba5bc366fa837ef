import { z } from 'zod';

/** The payment provider and its connection. */
export type PaymentsChoice =
  | { kind: 'none' }
  | { kind: 'sandbox'; url: string; secret: string }
  | ({ kind: 'adyen' } & AdyenPlace);

export interface AdyenPlace {
  /** Adyen's `test` moves no money. */
  environment: 'test' | 'live';
  merchantAccount: string;
  /** Adyen has two API credentials: one for checkouts and refunds, one for transfers. */
  apiKey: string;
  payoutApiKey: string;
  /** HMAC keys of the standard webhook and of the transfer webhook, in hex. */
  hmacKey: string;
  payoutHmacKey: string;
  /** Source of payouts. */
  balanceAccount: string;
  payoutPriority: PayoutPriority;
  /** Merchant-specific prefix of Adyen's live URLs. Null in `test`. */
  livePrefix: string | null;
}

export type PayoutPriority = (typeof PAYOUT_PRIORITIES)[number];

const PAYOUT_PRIORITIES = ['regular', 'fast', 'instant', 'wire', 'crossBorder'] as const;
const SECRET_CHARS_MIN = 32;
/** One or more keys. Stored messages are verified again with the earlier ones. */
const HmacKeys = z
  .string()
  .regex(
    /^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64}){0,7}$/,
    'is no HMAC key of 64 hex digits, nor several with commas between',
  );

export const PAYMENT_VARIABLES = {
  /** `none`: no top-ups, and payouts wait. `sandbox`: simulated. `adyen`: only for live houses. */
  TERCET_PAYMENTS: z.enum(['none', 'sandbox', 'adyen']).default('none'),
  TERCET_CREDIT_CARDS: z.enum(['accepted', 'refused']).default('accepted'),
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
  /** Start of a host name. A dot or slash would lead to another host. */
  TERCET_ADYEN_LIVE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, 'is no prefix of Adyen’s live addresses')
    .optional(),
};

const Variables = z.object(PAYMENT_VARIABLES);
type Variables = z.infer<typeof Variables>;

/** Throws an error of one line if the chosen provider lacks a setting. It contains no secrets. */
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

/** Whether the provider moves money. The sandbox and the test environment of a real provider do not. */
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
