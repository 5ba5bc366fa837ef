import type { AddressInfo, Server } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { SecurityOptions } from '../security.ts';

// Whoever sends a request chooses its Host. It only picks among addresses that the club knows as its own.

/**
 * The origin under which the page that asks sees the club, such as `https://club.example`: one of those that the
 * operator named; where none is named, an address at which this process listens. Null for any other.
 */
export function pageOriginOf(request: FastifyRequest, { origins, ownAddresses }: SecurityOptions): string | null {
  const here = request.headers.origin ?? `${request.protocol}://${request.host}`;
  const known = origins ?? ownAddresses?.() ?? [];
  return known.includes(here) ? here : (origins?.[0] ?? null);
}

/** The same for what cannot go on without. Throws `origin-unknown`. */
export function pageOrigin(request: FastifyRequest, security: SecurityOptions): string {
  const origin = pageOriginOf(request, security);
  if (origin === null) throw new Refusal('origin-unknown');
  return origin;
}

/** The addresses of a server that is told where to listen; port 0 is any, which is known once it does. */
export function ownAddressesOf(told: { host: string; port: number }, server: () => Server): () => string[] {
  return () => addressesOf(told.host, (server().address() as AddressInfo | null)?.port ?? told.port);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const ANY = new Set(['0.0.0.0', '::']);

/** Origins of the addresses at which a server on `host` and `port` is reached without a proxy in between. */
export function addressesOf(host: string, port: number): string[] {
  return hostsOf(host).map((name) => `http://${name}${port === 80 ? '' : `:${port}`}`);
}

function hostsOf(host: string): string[] {
  if (LOOPBACK.includes(host) || host === '::1') return LOOPBACK;
  if (!ANY.has(host)) return [inUrl(host)];
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [...new Set([...LOOPBACK, hostname().toLowerCase(), ...own.map(({ address }) => inUrl(address))])];
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host.split('%')[0]}]` : host;
}
