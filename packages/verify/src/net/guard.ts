/** Limits where a program may connect. Checks each address after name resolution, and connects to that address. */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName, isPublicAddress } from './addresses.ts';
import type { Budget } from './budget.ts';

/** Resolves all addresses of a name. Rejects where there are none. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

export interface Guard {
  /** What all requests together may still use. No limit where absent. */
  budget?: Budget;
  /** Whether requests to loopback, private, link-local and reserved addresses are allowed. */
  allowLocal: boolean;
  lookup: Lookup;
}

/** The address is not public. The message names it for the user. */
export class LocalAddress extends Error {}

export const resolve: Lookup = (host) => systemLookup(host, { all: true, verbatim: true });

/** Guard for addresses that the user of this machine typed. */
export const ANYWHERE: Guard = { allowLocal: true, lookup: resolve };

/**
 * Resolves a URL's host. Throws a `LocalAddress` where any address is not public and local ones are not allowed. A name
 * that also resolves to this network is not trusted.
 */
export async function addressesOf({ hostname }: URL, { allowLocal, lookup }: Guard): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!allowLocal && isLocalName(host)) throw new LocalAddress(`${host} is this machine`);
  const family = isIP(host);
  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
  const local = addresses.find(({ address }) => !isPublicAddress(address));
  if (!allowLocal && local !== undefined) {
    throw new LocalAddress(
      family === 0 ? `${host} leads to ${local.address}, a local address` : `${local.address} is a local address`,
    );
  }
  return [...addresses];
}

/** A lookup that returns the checked addresses, without another name resolution. */
export function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (host, { all, family }, callback) => {
    const wanted = addresses.filter((one) => (family !== 4 && family !== 6 ? true : one.family === family));
    const [first] = wanted;
    if (first === undefined) callback(new Error(`${host} has no address`), []);
    else if (all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };
}

/** Whether a URL contains a literal address that is not public. Does not resolve names. */
export function isLocalLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host));
}
