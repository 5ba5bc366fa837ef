import { z } from 'zod';

/** The identity provider and its connection. */
export type IdentityChoice =
  | { provider: 'none' }
  | { provider: 'sandbox'; url: string; secret: string }
  | ({ provider: 'veriff' } & VeriffPlace);

export interface VeriffPlace {
  /** Base URL of the API, from Veriff's customer portal. */
  url: string;
  /** Public key of the integration. */
  apiKey: string;
  /** Signs requests and messages. */
  secret: string;
}

/** Admission rules of a live house. */
export interface Admission {
  /** Years, at least 18. Null: not configured. */
  ageMin: number | null;
  /** ISO 3166-1 alpha-2 codes of the document's country. Empty: nobody is admitted. */
  countries: string[];
}

/** A national exclusion register, and how to reach it. */
export interface RegisterPlace {
  url: string;
  /** Bearer token. */
  secret: string;
}

/** Minimum age in every house, whatever it plays for. */
const AGE_MIN = 18;
const AGE_MAX = 99;

export const IDENTITY_VARIABLES = {
  /** `none`: nobody can be verified. `sandbox`: simulated. `veriff`: only for live houses. */
  TERCET_IDENTITY: z.enum(['none', 'sandbox', 'veriff']).default('none'),
  /** Must be Veriff's own address from its portal. Any other party could otherwise forge identities. */
  TERCET_VERIFF_URL: z
    .url({ protocol: /^https$/, hostname: /(^|\.)veriff\.(com|me)$/ })
    .default('https://stationapi.veriff.com'),
  TERCET_VERIFF_API_KEY: z.string().min(1).optional(),
  TERCET_VERIFF_SECRET: z.string().min(1).optional(),
  TERCET_AGE_MIN: z.coerce
    .number()
    .int()
    .min(AGE_MIN, `is below ${AGE_MIN}: nobody younger is let in`)
    .max(AGE_MAX)
    .optional(),
  /** Comma separated. */
  TERCET_COUNTRIES: z.string().default('').transform(readCountries),
  TERCET_EXCLUSION_REGISTER_URL: z.url().refine(isSafeUrl, 'needs https, except on this machine').optional(),
  TERCET_EXCLUSION_REGISTER_SECRET: z
    .string()
    .regex(/^[!-~]{16,}$/, 'is shorter than 16 characters, or has others than printable ASCII')
    .optional(),
};

const Variables = z.object(IDENTITY_VARIABLES);
type Variables = z.infer<typeof Variables> & {
  TERCET_SANDBOX_URL?: string | undefined;
  TERCET_SANDBOX_SECRET?: string | undefined;
};

/** Throws an error of one line if the chosen provider lacks a setting. It contains no secrets. */
export function identityOf(value: Variables): IdentityChoice {
  switch (value.TERCET_IDENTITY) {
    case 'none':
      return { provider: 'none' };
    case 'sandbox':
      return {
        provider: 'sandbox',
        url: needed(value, 'TERCET_SANDBOX_URL').replace(/(?<!\/)\/+$/, ''),
        secret: needed(value, 'TERCET_SANDBOX_SECRET'),
      };
    case 'veriff':
      return {
        provider: 'veriff',
        url: value.TERCET_VERIFF_URL.replace(/(?<!\/)\/+$/, ''),
        apiKey: needed(value, 'TERCET_VERIFF_API_KEY'),
        secret: needed(value, 'TERCET_VERIFF_SECRET'),
      };
  }
}

export function admissionOf(value: Variables): Admission {
  return { ageMin: value.TERCET_AGE_MIN ?? null, countries: value.TERCET_COUNTRIES };
}

/** Null without a register. Throws an error of one line if it has no token. */
export function exclusionRegisterOf(value: Variables): RegisterPlace | null {
  const { TERCET_EXCLUSION_REGISTER_URL: url, TERCET_EXCLUSION_REGISTER_SECRET: secret } = value;
  if (url === undefined) return null;
  if (secret === undefined) {
    throw new Error('configuration: TERCET_EXCLUSION_REGISTER_URL needs TERCET_EXCLUSION_REGISTER_SECRET');
  }
  return { url, secret };
}

/** Minimum age for joining: the configured one or the default. */
export function ageMinOf({ ageMin }: Admission): number {
  return ageMin ?? AGE_MIN;
}

function readCountries(text: string, context: z.RefinementCtx): string[] {
  const parts = text.split(',').map((part) => part.trim().toUpperCase());
  const countries = parts.filter(Boolean);
  for (const country of countries) {
    if (!isCountry(country)) context.addIssue(`${country} is no country in two letters, such as DE`);
  }
  return [...new Set(countries)];
}

/** Names and birth dates of members are sent there. */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && NAMES.of(code) !== undefined;
}

function needed(value: Variables, name: 'TERCET_SANDBOX_URL' | 'TERCET_SANDBOX_SECRET' | VeriffName): string {
  const found = value[name];
  if (found) return found;
  throw new Error(`configuration: TERCET_IDENTITY=${value.TERCET_IDENTITY} needs ${name}`);
}

type VeriffName = 'TERCET_VERIFF_API_KEY' | 'TERCET_VERIFF_SECRET';
