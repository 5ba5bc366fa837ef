import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Http } from './http.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Letters, digits and common id punctuation; nothing that could break a log line, a header or a URN. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Whether a peer at this address is trusted to set the request id. */
export type Trust = (address: string) => boolean;

/** Uses the same list that decides which proxies may name the caller's address. */
export function trustOf(trustProxy: string | false): Trust {
  if (trustProxy === false) return () => false;
  const trusts = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => trusts(address, 0);
}

/** The id that a trusted proxy gave the request, or a new one. */
export function requestIdBy(trust: Trust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const isGiven = typeof given === 'string' && WELL_FORMED.test(given) && trust(socket.remoteAddress ?? '');
    return isGiven ? given : randomUUID();
  };
}

/** The request as an RFC 9457 problem names it. */
export function requestUrn(id: string): string {
  return `urn:tercet:request:${id}`;
}

/**
 * Adds the request id to each answer. At detailed log levels it also logs one line per answer. The line names the
 * declared route, since the URL may be personal.
 */
export function addRequestIds(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : request.routeOptions.url;
    const { method } = request;
    request.log.debug(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request completed',
    );
    done();
  });
}
