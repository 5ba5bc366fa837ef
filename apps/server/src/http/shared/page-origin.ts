import type { AddressInfo, Server } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { SecurityOptions } from '../security.ts';

// The client controls the Host header. It only selects one of the club's known origins.

/**
 * The origin at which the calling page sees the club, such as `https://club.example`. It is one of the origins that
 * the operator configured. Without configured origins it is an address at which this process listens. Null if nothing
 * matches.
 */
export function pageOriginOf(request: FastifyRequest, { origins, ownAddresses }: SecurityOptions): string | null {
  const here = request.headers.origin ?? `${request.protocol}://${request.host}`;
  const known = origins ?? ownAddresses?.() ?? [];
  return known.includes(here) ? here : (origins?.[0] ?? null);
}

/** Like `pageOriginOf`, but throws `origin-unknown` instead of null. */
export function pageOrigin(request: FastifyRequest, security: SecurityOptions): string {
  const origin = pageOriginOf(request, security);
  if (origin === null) throw new Refusal('origin-unknown');
  return origin;
}

/** Origins of a server with the given listen address. With port 0 the port is known only once the server listens. */
export function ownAddressesOf(reported: { host: string; port: number }, server: () => Server): () => string[] {
  return () => addressesOf(reported.host, (server().address() as AddressInfo | null)?.port ?? reported.port);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const ANY = new Set(['0.0.0.0', '::']);

/** Origins at which a server on `host` and `port` is reachable without a proxy. */
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
