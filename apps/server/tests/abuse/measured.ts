import type { Role } from '../../src/staff/roles.ts';
import { CALLS } from '../http/calls.ts';
import { callerHeader } from '../kit/callers.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import type { Operation } from './api-document.ts';
import type { Caller, Ground } from './ground.ts';
import { LENGTHS, type NastyCall } from './nasty-calls.ts';
import { type ApiProcess, startProcess } from './process.ts';

/** Of a core, by one request. Ordinary ones take one or two; the clock of CPU time may have steps of 4 ms. */
const HELD_MS_MAX = 50;
/** One that was slow is asked again: what collects garbage or compiles is not the request's. */
const ATTEMPTS = 4;
/** A session is used so often; some acts end it. */
const CALLS_EACH = 25;

/** A process of the API whose time is measured, and who may call it. */
export interface Measured {
  api: ApiProcess;
  /** The longest that one call held the process: the best of some attempts where it was long. */
  held(operation: Operation, call: NastyCall): Promise<number>;
  /** Those of the calls that held it too long. */
  slow(operation: Operation, calls: readonly NastyCall[]): Promise<string[]>;
  /** The answer's status; with the session of somebody who may make the call. */
  statusOf(operation: Operation, call: NastyCall): Promise<number>;
  /** The answer's status and the code of its problem, such as "422 card-bad". */
  answerOf(operation: Operation, call: NastyCall): Promise<string>;
  statuses: Map<number, number>;
  stop(): Promise<void>;
}

const ACCESS = new Map(CALLS.map(([method, path, access]) => [`${method.toUpperCase()} ${path}`, access]));

/** Whoever may make a call; of the staff the first role that is listed. */
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
        // What is counted by address is not what is measured here.
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
      // All of them in one watch first: most are quick, and each watch takes its time.
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

/** The largest of some lengths that a call takes a body of: longer ones are refused by their length alone. */
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
