import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../durations.ts';
import { network } from '../members/sessions/attempts.ts';
import { Refusal } from '../refusal.ts';
import type { Http } from './http.ts';

/**
 * Read limits of one caller per minute, in units of cost. An ordinary read is one unit, a millisecond or two of a
 * core. Expensive reads declare more (`config.readCost`), and every 32 kB sent cost one more.
 */
export interface ReadLimits {
  /** Per network address, in this process. A whole carrier may share one address. */
  perAddressMax: number;
  /** Per member or staff person, over all their sessions. */
  perCallerMax: number;
  /** Length of the counting window, ten seconds by default; a refused caller waits no longer than this. */
  windowMs?: number;
}

const WINDOW_MS = 10_000;
/** Names counted per window. An attack from more addresses is for the network in front to stop. */
const NAMES_MAX = 200_000;
const BYTES_OF_A_UNIT = 32 * 1_024;
/** Files of the app and of films cost almost nothing here or are served in front. Streams have their own limits. */
const NOT_COUNTED = /^\/(?:assets|films)\/|\/stream(?:\?|$)/;
const READS = new Set(['GET', 'HEAD']);

type Next = (refusal?: Refusal) => void;

export interface ReadCounter {
  /**
   * Charges `cost` to a name and returns null. A call is admitted even if less than its cost is left. If nothing is
   * left, charges nothing and returns the seconds until the next call is admitted.
   */
  take(name: string, perMinuteMax: number, cost: number): number | null;
  /** Charges more to a name whose call was already admitted. */
  takeMore(name: string, cost: number): void;
}

/** Counts in one in-memory map, since a GET writes nothing. The limits apply to each process separately. */
export function createReadCounter(windowMs = WINDOW_MS, nowMs: () => number = () => performance.now()): ReadCounter {
  let untilMs = 0;
  let spent = new Map<string, number>();
  return {
    take(name, perMinuteMax, cost) {
      const now = nowMs();
      if (now >= untilMs || spent.size >= NAMES_MAX) {
        untilMs = now + windowMs;
        spent = new Map();
      }
      const own = spent.get(name) ?? 0;
      if (own >= (perMinuteMax * windowMs) / MINUTE_MS) return Math.ceil((untilMs - now) / 1_000);
      spent.set(name, own + cost);
      return null;
    },
    takeMore(name, cost) {
      const own = spent.get(name);
      if (own !== undefined) spent.set(name, own + cost);
    },
  };
}

/**
 * Creates the hooks that limit reads. `byAddress` runs before authentication, so that a flood causes no queries.
 * `byCaller` runs after it. Writes and bets have limits of their own. Costs that are known only with the answer are
 * charged when it is sent.
 */
export function createReadLimits({ perAddressMax, perCallerMax, windowMs }: ReadLimits) {
  const counter = createReadCounter(windowMs);
  const judge = (request: FastifyRequest, name: string | undefined, max: number, next: Next): void => {
    const isCounted = name !== undefined && isRead(request);
    const retryAfterSeconds = isCounted ? counter.take(name, max, costOf(request)) : null;
    if (retryAfterSeconds === null) next();
    else next(new Refusal('throttled', { retryAfterSeconds }));
  };
  return {
    byAddress: (request: FastifyRequest, _: unknown, next: Next) =>
      judge(request, network(request.ip), perAddressMax, next),
    byCaller: (request: FastifyRequest, _: unknown, next: Next) =>
      judge(request, callerOf(request), perCallerMax, next),
    /** For `onResponse`. */
    byLength(request: FastifyRequest, reply: FastifyReply, next: Next) {
      const more = request.readCostMore + Math.floor(bytesOf(reply) / BYTES_OF_A_UNIT);
      if (more > 0 && isRead(request)) {
        counter.takeMore(network(request.ip), more);
        const caller = callerOf(request);
        if (caller !== undefined) counter.takeMore(caller, more);
      }
      next();
    },
  };
}

/**
 * Decorates requests with their extra cost. Install it before every route: `installAuth` runs between the two hooks.
 */
export function installReadCosts(http: Http): void {
  http.decorateRequest('readCostMore', 0);
}

/** Adds units of cost to an answer beyond what its route declares. */
export function costMore(request: FastifyRequest, units: number): void {
  request.readCostMore += units;
}

function isRead(request: FastifyRequest): boolean {
  return READS.has(request.method) && !NOT_COUNTED.test(request.url);
}

function costOf(request: FastifyRequest): number {
  return request.is404 ? 1 : (request.routeOptions.config.readCost ?? 1);
}

function callerOf(request: FastifyRequest): string | undefined {
  return request.staff?.id ?? request.identity?.memberId;
}

/** Bytes of the sent body; 0 if its length was not known in advance. */
function bytesOf(reply: FastifyReply): number {
  return Number(reply.getHeader('content-length') ?? 0);
}
