import { z } from 'zod';

/** Who may join, who finds out whether it is so, and the file in which the house says who it is. */
export interface LiveConfig {
  /** What the house says of itself; null: nothing. */
  file: string | null;
  /** Who finds out who a member is. `sandbox` only pretends. */
  identity: 'none' | 'sandbox' | 'veriff';
  /** Where members may be from: ISO 3166-1 in two letters; empty: nothing is said about it. */
  countries: string[];
  /** In years, 18 or more; null: nothing is said about it. */
  ageMin: number | null;
}

/** Younger people are let into no house, whatever it plays for. */
const ADULT_AGE = 18;
const AGE_MAX = 99;

export const LIVE_VARIABLES = {
  TERCET_LIVE_FILE: z.string().min(1).optional(),
  TERCET_IDENTITY: z.enum(['none', 'sandbox', 'veriff']).default('none'),
  TERCET_COUNTRIES: z.string().default('').transform(readCountries),
  TERCET_AGE_MIN: z.coerce
    .number()
    .int()
    .min(ADULT_AGE, `is below ${ADULT_AGE}: nobody younger is let in`)
    .max(AGE_MAX)
    .optional(),
};

const Variables = z.object(LIVE_VARIABLES);

export function readLive(value: z.infer<typeof Variables>): LiveConfig {
  return {
    file: value.TERCET_LIVE_FILE ?? null,
    identity: value.TERCET_IDENTITY,
    countries: value.TERCET_COUNTRIES,
    ageMin: value.TERCET_AGE_MIN ?? null,
  };
}

/** From which age on people may join, whether or not the configuration names one. */
export function ageMinOf({ ageMin }: LiveConfig): number {
  return ageMin ?? ADULT_AGE;
}

function readCountries(text: string, context: z.RefinementCtx): string[] {
  const codes = text
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  for (const code of codes) if (!isCountry(code)) context.addIssue(`${code} is no country in two letters, such as DE`);
  return [...new Set(codes)];
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && NAMES.of(code) !== undefined;
}
