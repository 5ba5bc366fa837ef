import type { Role } from '../../src/staff/roles.ts';
import { CALLS } from '../http/calls.ts';
import { callerHeader } from '../kit/callers.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import type { Operation } from './api-document.ts';
import type { Caller, Ground } from './ground.ts';
import { LENGTHS, type NastyCall } from './nasty-calls.ts';
import { type ApiProcess, startProcess } from './process.ts';

/** CPU milliseconds that a request may use. Ordinary ones take one or two; CPU clocks may tick every 4 ms. */
const HELD_MS_MAX = 50;
/** Slow requests are repeated, since garbage collection and compilation do not count. */
const ATTEMPTS = 4;
/** Calls per session, since some acts end it. */
const CALLS_EACH = 25;

/** A process of the API with measured CPU time. */
export interface Measured {
  api: ApiProcess;
  /** Longest time that a call blocked the event loop, in milliseconds; the best of several attempts if long. */
  held(operation: Operation, call: NastyCall): Promise<number>;
  /** The calls that blocked it for too long. */
  slow(operation: Operation, calls: readonly NastyCall[]): Promise<string[]>;
  /** Makes the call with the session of a permitted caller. Returns the status. */
  statusOf(operation: Operation, call: NastyCall): Promise<number>;
  /** Status and error code, such as "422 card-bad". */
  answerOf(operation: Operation, call: NastyCall): Promise<string>;
  statuses: Map<number, number>;
  stop(): Promise<void>;
}

const ACCESS = new Map(CALLS.map(([method, path, access]) => [`${method.toUpperCase()} ${path}`, access]));

/** A caller with access to the operation; for staff the first listed role. */
function rightfulOf({ method, path }: Operation): Caller {
  if (ACCESS.get(`${method} ${path}`) !== 'staff') return 'member';
  const roles: readonly Role[] = CALLS_BY_ROLE[`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`] ?? [];
  return roles[0] ?? 'owner';
}

export async function openMeasured(ground: Ground): Promise<Measured> {
  const api = await startProcess(ground.club, ground.server.keysDir, {
    TERCET_READS_PER_ADDRESS: '1000000000',
    TERCET_READS_PER_CALLER: '1000000000',
  });
  const sessions = new Map<Caller, { cookie: string; left: number }>();
  const statuses = new Map<number, number>();
  let calls = 0;

  async function cookieOf(caller: Caller): Promise<string> {
    let session = sessions.get(caller);
    if (session === undefined || session.left === 0) {
      session = { cookie: (await ground.cookieOf(caller)) ?? '', left: CALLS_EACH };
      sessions.set(caller, session);
    }
    session.left -= 1;
    return session.cookie;
  }

  async function answerOf(operation: Operation, { path, headers, body }: NastyCall): Promise<string> {
    const own = await cookieOf(rightfulOf(operation));
    const cookie = [headers.cookie, own].filter(Boolean).join('; ');
    calls += 1;
    const aborting = new AbortController();
    const answer = await fetch(`${api.address}${path}`, {
      method: operation.method,
      redirect: 'manual',
      signal: aborting.signal,
      headers: {
        origin: api.address,
        // A new address each time, since limits per address are not under test.
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        'idempotency-key': crypto.randomUUID(),
        authorization: `Bearer ${ground.known.token}`,
        ...callerHeader(operation.path, own),
        ...headers,
        cookie,
      },
      ...(body === undefined ? {} : { body }),
    });
    let code = '';
    if (operation.path.endsWith('/stream')) aborting.abort();
    else code = /"code":"([a-z-]+)"/.exec(await answer.text())?.[1] ?? '';
    if (code.startsWith('caller-')) throw new Error(`${path} was not asked in anybody's name`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return `${answer.status} ${code}`.trim();
  }

  async function statusOf(operation: Operation, call: NastyCall): Promise<number> {
    return Number.parseInt(await answerOf(operation, call), 10);
  }

  async function held(operation: Operation, call: NastyCall): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < ATTEMPTS && least > HELD_MS_MAX; n++) {
      least = Math.min(least, await api.held(() => statusOf(operation, call)));
    }
    return least;
  }

  return {
    api,
    held,
    statusOf,
    answerOf,
    statuses,
    async slow(operation, nasty) {
      // Measure all together first. Most are quick, and each measurement takes time.
      const longest = await api.held(async () => {
        for (const call of nasty) await statusOf(operation, call);
      });
      if (longest <= HELD_MS_MAX) return [];
      const found: string[] = [];
      for (const call of nasty) {
        const ms = await held(operation, call);
        if (ms > HELD_MS_MAX) found.push(`${operation.method} ${operation.path}: ${call.what}: ${ms.toFixed(0)} ms`);
      }
      return found;
    },
    stop: () => api.stop(),
  };
}

/** The largest of some body lengths that the operation accepts; longer bodies are refused by their length. */
export async function lengthTaken(measured: Measured, operation: Operation, path: string): Promise<number> {
  let [least, most] = [0, LENGTHS.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    const body = `"${'a'.repeat((LENGTHS[middle] ?? 0) - 2)}"`;
    const call = { path, headers: { 'content-type': 'application/json' }, body, what: '' };
    if ((await measured.statusOf(operation, call)) === 413) most = middle - 1;
    else least = middle;
  }
  return LENGTHS[least] ?? 0;
}
