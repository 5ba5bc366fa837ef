import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { network } from '../members/sessions/tries.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import { statusOf } from './errors.ts';
import type { Http } from './http.ts';

/** What a line says beside who and where: never what was typed. */
interface Line {
  /** `refused`; or what was to be proved, such as `sign-in`, with `-failed` behind it where it was not. */
  event: string;
  /** The refusal's code; absent where nothing was refused. */
  code?: string;
  method: string;
  /** As it is declared, without what was asked for. */
  route: string;
  caller: { kind: 'visitor' | 'member' | 'restricted' | 'staff'; id: string | null; role?: string };
  /** The member whom a proof was about, where there is one. */
  meant?: string;
  address: string;
}

export interface SecurityLog {
  /** Somebody was refused a right, or failed to prove who he is. */
  refused(request: FastifyRequest, refusal: Refusal): void;
  /** Somebody proved who he is, or ended what he had proved. */
  proved(request: FastifyRequest): void;
}

export interface SecurityLogBounds {
  /** Refusals of one caller, or of one network of visitors, that are written within a minute. */
  perCallerMax?: number;
  /** Of all. */
  perMinuteMax?: number;
  nowMs?: () => number;
}

const MINUTE_MS = 60_000;
/** No right and no proof, too often, and one's own mistakes at a secret. */
const STATUSES = new Set([401, 403, 429]);
/** Secrets that were guessed wrong are told as faults of their field. */
const WRONG_SECRETS: ReadonlySet<RefusalCode> = new Set(['recovery-bad', 'invite-bad']);

/**
 * One line for each right that was refused and each proof of who somebody is, whatever the level of the rest of the log
 * is. Refusals are bounded, so that nobody fills a disk with them; what is left out is counted and told.
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info'>, bounds: SecurityLogBounds = {}): SecurityLog {
  const { perCallerMax = 30, perMinuteMax = 600, nowMs = () => performance.now() } = bounds;
  let untilMs = 0;
  let written = 0;
  let leftOut = 0;
  let ofCaller = new Map<string, number>();

  function tellLeftOut(): void {
    if (leftOut > 0) log.info({ event: 'refused-left-out', count: leftOut }, 'security');
    leftOut = 0;
  }

  function mayWrite(who: string): boolean {
    const now = nowMs();
    if (now >= untilMs) {
      tellLeftOut();
      untilMs = now + MINUTE_MS;
      written = 0;
      ofCaller = new Map();
    }
    const own = ofCaller.get(who) ?? 0;
    if (own >= perCallerMax || written >= perMinuteMax) {
      // A flood may be the last thing for a while: what was left out of it is told all the same.
      if (leftOut === 0) setTimeout(tellLeftOut, MINUTE_MS).unref();
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
      // Who signs out without being signed in proved nothing.
      if (line.caller.id !== null || line.meant !== undefined) log.info(line, 'security');
    },
  };
}

/** A page that finds out that nobody is signed in, by asking without a session, was refused nothing. */
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

/** Has each route that proves who somebody is write what came of it. To be installed before every route. */
export function noteProofs(http: Http, log: SecurityLog): void {
  http.addHook('onRoute', (route) => {
    if (route.config?.proves === undefined) return;
    route.onResponse = (request, reply, done) => {
      if (reply.statusCode < 400) log.proved(request);
      done();
    };
  });
}
