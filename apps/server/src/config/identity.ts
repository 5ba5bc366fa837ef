import { z } from 'zod';

/** Who looks at members' documents for this club, and how it is reached. */
export type IdentityChoice =
  | { provider: 'none' }
  | { provider: 'sandbox'; url: string; secret: string }
  | ({ provider: 'veriff' } & VeriffPlace);

export interface VeriffPlace {
  /** The base of its API, by Veriff's customer portal. */
  url: string;
  /** Of the integration; it is public. */
  apiKey: string;
  /** Signs calls and messages. */
  secret: string;
}

/** Whom a live house lets in. */
export interface Admission {
  /** Years, 18 or more; null: nothing is said about it. */
  ageMin: number | null;
  /** ISO 3166-1 alpha-2, of the document; none: nobody. */
  countries: string[];
}

/** Younger people are let into no house, whatever it plays for. */
const AGE_MIN = 18;
const AGE_MAX = 99;

export const IDENTITY_VARIABLES = {
  /** `none`: nobody can show who he is. `sandbox` only pretends. `veriff` is for live houses alone. */
  TERCET_IDENTITY: z.enum(['none', 'sandbox', 'veriff']).default('none'),
  /** Veriff's own, by its portal: at any other address somebody else would say who members are. */
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
};

const Variables = z.object(IDENTITY_VARIABLES);
type Variables = z.infer<typeof Variables> & {
  TERCET_SANDBOX_URL?: string | undefined;
  TERCET_SANDBOX_SECRET?: string | undefined;
};

/** Throws one readable line where the provider that was chosen lacks something. Secrets are not repeated in it. */
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

/** From which age on people may join, whether or not the configuration names one. */
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
