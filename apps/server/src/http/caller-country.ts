import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { type Trust, trustOf } from './request-ids.ts';

/** Countries from which the house accepts registrations and top-ups, by what its edge says about the address. */
export interface CountryRule {
  /** Header of the edge with the country of the address, in lower case. */
  header: string;
  /** ISO 3166-1 alpha-2 codes. */
  countries: readonly string[];
  /** Whether a peer may set the header. */
  trusts: Trust;
}

interface CountrySettings {
  countryHeader: string | null;
  trustProxy: string | false;
  admission: { countries: readonly string[] };
}

/** The rule that a house has configured; null without a header or countries. */
export function countryRuleOf({ countryHeader, trustProxy, admission }: CountrySettings): CountryRule | null {
  if (countryHeader === null || admission.countries.length === 0) return null;
  return { header: countryHeader.toLowerCase(), countries: admission.countries, trusts: trustOf(trustProxy) };
}

/**
 * Throws `place-not-served {country}` if the address belongs to another country. The country is empty if the edge names
 * none. Addresses are weak evidence: a member can use another network, and a traveller is not at home. Not used for
 * signing in, withdrawals, or anything that only reads.
 */
export function refuseOtherCountry(request: FastifyRequest, rule: CountryRule | null | undefined): void {
  if (!rule) return;
  const country = countryOf(request, rule);
  if (country !== null && rule.countries.includes(country)) return;
  throw new Refusal('place-not-served', { country: country ?? '' });
}

function countryOf({ headers, socket }: FastifyRequest, { header, trusts }: CountryRule): string | null {
  const given = headers[header];
  if (typeof given !== 'string' || !trusts(socket.remoteAddress ?? '')) return null;
  const country = given.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) ? country : null;
}
