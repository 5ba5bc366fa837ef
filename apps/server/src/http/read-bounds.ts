import type { FastifyRequest } from 'fastify';
import { network } from '../members/tries.ts';
import { Refusal } from '../refusal.ts';

/** How often one caller may read within a minute: far more than any page of the club does. */
export interface ReadBounds {
  /** Of one network address, in this process; whole carriers may stand behind one. */
  perAddressMax: number;
  /** Of one member or one of the staff, with all his sessions. */
  perCallerMax: number;
  /** Counted over so long, ten seconds by default, so that whoever is refused waits no longer. */
  windowMs?: number;
}

const WINDOW_MS = 10_000;
const MINUTE_MS = 60_000;
/** Names kept within one window; whoever has more addresses than that is for the network in front. */
const NAMES_MAX = 200_000;
/** Files of the app and of films cost next to nothing here, or are handed out in front; streams have their places. */
const NOT_COUNTED = /^\/(?:assets|films)\/|\/stream(?:\?|$)/;
const READS = new Set(['GET', 'HEAD']);

type Next = (refusal?: Refusal) => void;

export interface ReadCounter {
  /** Counts a call. Returns after how many seconds the next one is free where this one is too many, else null. */
  count(name: string, perMinuteMax: number): number | null;
}

/** Counts in memory, as one look into a map: nothing is written by a GET, and each process bounds what it answers. */
export function createReadCounter(windowMs = WINDOW_MS, nowMs: () => number = () => performance.now()): ReadCounter {
  let untilMs = 0;
  let counts = new Map<string, number>();
  return {
    count(name, perMinuteMax) {
      const now = nowMs();
      if (now >= untilMs || counts.size >= NAMES_MAX) {
        untilMs = now + windowMs;
        counts = new Map();
      }
      const own = (counts.get(name) ?? 0) + 1;
      counts.set(name, own);
      return own > (perMinuteMax * windowMs) / MINUTE_MS ? Math.ceil((untilMs - now) / 1_000) : null;
    },
  };
}

/**
 * Two hooks of a request: `byAddress` goes before whoever finds out who calls, so that a flood asks nothing of the
 * database; `byCaller` goes behind it. Writes have bounds of their own, and a bet is not looked at here.
 */
export function createReadBounds({ perAddressMax, perCallerMax, windowMs }: ReadBounds) {
  const counter = createReadCounter(windowMs);
  const judge = (request: FastifyRequest, name: string | undefined, max: number, next: Next): void => {
    const isCounted = name !== undefined && READS.has(request.method) && !NOT_COUNTED.test(request.url);
    const retryAfterSeconds = isCounted ? counter.count(name, max) : null;
    if (retryAfterSeconds === null) next();
    else next(new Refusal('throttled', { retryAfterSeconds }));
  };
  return {
    byAddress: (request: FastifyRequest, _: unknown, next: Next) =>
      judge(request, network(request.ip), perAddressMax, next),
    byCaller: (request: FastifyRequest, _: unknown, next: Next) =>
      judge(request, request.staff?.id ?? request.identity?.memberId, perCallerMax, next),
  };
}
