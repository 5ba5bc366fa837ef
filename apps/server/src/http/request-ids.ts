import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Http } from './http.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Letters, digits and what ids of others are made of; nothing that could break a line, a header or a URN. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Whether what a peer of this address says of a request counts. */
export type Trust = (address: string) => boolean;

/** By the same list that says whose word on the caller's address counts. */
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
 * Each answer says the id of its request, and where the log is kept in detail each has its line: by the route as it is
 * declared, since what was asked for may be personal.
 */
export function tellRequestIds(http: Http): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : request.routeOptions.url;
    const { method } = request;
    request.log.debug({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}
