import type { FastifyReply, FastifyRequest } from 'fastify';
import { network } from '../members/sessions/tries.ts';
import { Refusal } from '../refusal.ts';
import type { Http } from './http.ts';

/**
 * How much one caller may read within a minute, in units of cost. A unit is what an ordinary read takes, a millisecond
 * or two of a core; what takes more says so (`config.readCost`), and every 32 kB that are sent are one more.
 */
export interface ReadBounds {
  /** Of one network address, in this process; whole carriers may stand behind one. */
  perAddressMax: number;
  /** Of one member or one of the staff, with all their sessions. */
  perCallerMax: number;
  /** Counted over so long, ten seconds by default, so that whoever is refused waits no longer. */
  windowMs?: number;
}

const WINDOW_MS = 10_000;
const MINUTE_MS = 60_000;
/** Names kept within one window; whoever has more addresses than that is for the network in front. */
const NAMES_MAX = 200_000;
const BYTES_OF_A_UNIT = 32 * 1_024;
/** Files of the app and of films cost next to nothing here, or are handed out in front; streams have their places. */
const NOT_COUNTED = /^\/(?:assets|films)\/|\/stream(?:\?|$)/;
const READS = new Set(['GET', 'HEAD']);

type Next = (refusal?: Refusal) => void;

export interface ReadCounter {
  /**
   * Takes `cost` from what a name may spend within a minute. Returns after how many seconds the next call is free where
   * it has spent all, and takes nothing then; else null. What is left need not suffice.
   */
  take(name: string, perMinuteMax: number, cost: number): number | null;
  /** Takes more of a name that was let through. */
  takeMore(name: string, cost: number): void;
}

/** Counts in memory, as one look into a map: nothing is written by a GET, and each process bounds what it answers. */
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
 * Two hooks of a request: `byAddress` goes before whoever finds out who calls, so that a flood asks nothing of the
 * database; `byCaller` goes behind it. Writes have bounds of their own, and a bet is not looked at here. What an answer
 * turned out to cost is taken when it is sent.
 */
export function createReadBounds({ perAddressMax, perCallerMax, windowMs }: ReadBounds) {
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

/** To be installed before every route, as `installAuth` has to lie between the two bounds. */
export function installReadCosts(http: Http): void {
  http.decorateRequest('readCostMore', 0);
}

/** What the answer costs beyond what its route declares; known while it is made. */
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

/** Of the body as it went out; 0 where its length was not known before. */
function bytesOf(reply: FastifyReply): number {
  return Number(reply.getHeader('content-length') ?? 0);
}
