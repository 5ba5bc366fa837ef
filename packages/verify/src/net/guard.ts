/** Where a program may connect to: an address is checked after name resolution, and the connection goes to that one. */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName, isPublicAddress } from './addresses.ts';

/** All addresses of a name. Rejects where there are none. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

export interface Guard {
  /** Bytes that all requests together may still read. No limit where it is left out. */
  budget?: { left: number };
  /** Whether loopback, private, link-local and reserved addresses may be asked. */
  allowLocal: boolean;
  lookup: Lookup;
}

/** The message names the address; it is for a person. */
export class LocalAddress extends Error {}

export const resolve: Lookup = (host) => systemLookup(host, { all: true, verbatim: true });

/** For addresses that the person at this machine typed. */
export const ANYWHERE: Guard = { allowLocal: true, lookup: resolve };

/**
 * The addresses behind a URL's host. Throws a `LocalAddress` where one of them is not public and local ones are not
 * allowed: a name that also leads to this network is not trusted to lead elsewhere.
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

/** Name resolution of one connection: gives the addresses that were checked, and asks nobody again. */
export function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (host, { all, family }, callback) => {
    const wanted = addresses.filter((one) => (family !== 4 && family !== 6 ? true : one.family === family));
    const [first] = wanted;
    if (first === undefined) callback(new Error(`${host} has no address`), []);
    else if (all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };
}

/** Whether an address is written out in a URL and is not public. Names are not looked up. */
export function isLocalLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host));
}
