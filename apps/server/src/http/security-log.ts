import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../durations.ts';
import { network } from '../members/sessions/attempts.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import { statusOf } from './errors.ts';
import type { Http } from './http.ts';

/** A line of the security log: caller, address, event. It never holds input. */
interface Line {
  /** `refused`, or what was to be proved, such as `sign-in`, with the suffix `-failed` after a failure. */
  event: string;
  /** The refusal's code; absent without a refusal. */
  code?: string;
  method: string;
  /** The declared route, without its parameters. */
  route: string;
  caller: { kind: 'visitor' | 'member' | 'restricted' | 'staff'; id: string | null; role?: string };
  /** The member whose identity was to be proved, if any. */
  meant?: string;
  address: string;
}

export interface SecurityLog {
  /** Logs a refused right or a failed proof of identity. */
  refused(request: FastifyRequest, refusal: Refusal): void;
  /** Logs a successful proof of identity, or its end. */
  proved(request: FastifyRequest): void;
}

export interface SecurityLogBounds {
  /** Refusals logged per minute for one caller, or for one network of visitors. */
  perCallerMax?: number;
  /** Refusals logged per minute in total. */
  perMinuteMax?: number;
  nowMs?: () => number;
}

/** Statuses of a failed or missing proof (401), a missing right or wrong secret (403), and too many attempts (429). */
const STATUSES = new Set([401, 403, 429]);
/** Wrong guesses of secrets that are answered as faults of their field. */
const WRONG_SECRETS: ReadonlySet<RefusalCode> = new Set(['recovery-bad', 'invite-bad']);

/**
 * Logs each refused right and each proof of identity, whatever the level of the rest of the log. Refusals are limited,
 * so that a flood cannot fill the disk. Lines left out are counted, and the count is logged.
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info'>, bounds: SecurityLogBounds = {}): SecurityLog {
  const { perCallerMax = 30, perMinuteMax = 600, nowMs = () => performance.now() } = bounds;
  let untilMs = 0;
  let written = 0;
  let leftOut = 0;
  let ofCaller = new Map<string, number>();

  function logLeftOut(): void {
    if (leftOut > 0) log.info({ event: 'refused-left-out', count: leftOut }, 'security');
    leftOut = 0;
  }

  function mayWrite(who: string): boolean {
    const now = nowMs();
    if (now >= untilMs) {
      logLeftOut();
      untilMs = now + MINUTE_MS;
      written = 0;
      ofCaller = new Map();
    }
    const own = ofCaller.get(who) ?? 0;
    if (own >= perCallerMax || written >= perMinuteMax) {
      // Log the count by a timer too: after a flood no further line may come.
      if (leftOut === 0) setTimeout(logLeftOut, MINUTE_MS).unref();
      leftOut += 1;
      return false;
    }
    ofCaller.set(who, own + 1);
    written += 1;
    return true;
  }

  return {
    refused(request, refusal) {
      if (!isOfInterest(request, refusal)) return;
      const { proves } = request.routeOptions.config;
      const event = proves === undefined ? 'refused' : `${proves}-failed`;
      const line = lineOf(request, event);
      const who = line.caller.id ?? network(request.ip);
      if (mayWrite(who)) log.info({ ...line, code: refusal.code }, 'security');
    },
    proved(request) {
      const line = lineOf(request, request.routeOptions.config.proves ?? '');
      // A sign-out without a session proved nothing.
      if (line.caller.id !== null || line.meant !== undefined) log.info(line, 'security');
    },
  };
}

/** False for a page that asks without a session whether anyone is signed in: no right was refused. */
function isOfInterest({ headers, routeOptions }: FastifyRequest, refusal: Refusal): boolean {
  if (routeOptions.config.proves !== undefined && WRONG_SECRETS.has(refusal.code)) return true;
  if (!STATUSES.has(statusOf(refusal.code))) return false;
  const isBareQuestion = refusal.code === 'signed-out' && headers.cookie === undefined;
  return !isBareQuestion || routeOptions.config.access === 'staff';
}

function lineOf(request: FastifyRequest, event: string): Line {
  const { method, ip, meant } = request;
  const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
  const line: Line = { event, method, route, caller: callerOf(request), address: ip };
  return meant === null ? line : { ...line, meant };
}

function callerOf({ identity, staff }: FastifyRequest): Line['caller'] {
  if (staff) return { kind: 'staff', id: staff.id, role: staff.role };
  if (identity) return { kind: identity.restricted ? 'restricted' : 'member', id: identity.memberId };
  return { kind: 'visitor', id: null };
}

/** Logs the result of each route that proves an identity. Install it before every route. */
export function noteProofs(http: Http, log: SecurityLog): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.proves === undefined) return;
    route.onResponse = (request, reply, done) => {
      if (reply.statusCode < 400) log.proved(request);
      done();
    };
  });
}
