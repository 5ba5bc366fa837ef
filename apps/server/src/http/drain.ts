import type { Server } from 'node:http';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Leaving, StopOptions } from '../process/lifecycle.ts';
import type { Http } from './http.ts';
import type { Hub } from './live/hub.ts';

/** Time limit of calls while draining. Slower calls are aborted; clients can repeat each. */
const CALLS_MS_MAX = 15_000;
/**
 * Pace of closing streams. Their clients reconnect at once to another process: a thousand per second, all within ten
 * seconds.
 */
const STREAM_TURN_MS = 50;
const STREAMS_PER_TURN = 50;
const STREAM_TURNS_MAX = 200;
const LOOK_MS = 20;
const NEVER = new AbortController().signal;

export interface Calls {
  /** Calls in progress: begun and not yet answered. */
  underWay(): number;
}

/**
 * Counts calls in progress, from the read head to the sent answer or the closed connection. While this process is
 * shutting down, it closes connections after each answer, so that the next call reaches another process.
 */
export function followCalls(http: Http, leaving: Leaving): Calls {
  let underWay = 0;
  http.server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.begun) reply.header('connection', 'close');
    done();
  });
  return { underWay: () => underWay };
}

export interface Drained {
  server: Server;
  calls: Calls;
  hubs: readonly Hub[];
  leaving: Leaving;
}

/**
 * Drains a server. During the grace period it still takes connections from clients that do not yet know of the
 * shutdown. It then stops listening, closes streams at a limited pace and answers the calls in progress.
 */
export async function drain({ server, calls, hubs, leaving }: Drained, options: StopOptions = {}): Promise<void> {
  const { graceMs = 0, hurry = NEVER } = options;
  leaving.begun = true;
  await sleep(graceMs, hurry);
  const closed = new Promise((resolve) => server.close(resolve));
  const untilMs = performance.now() + CALLS_MS_MAX;
  await endStreams(hubs, hurry);
  // The newest connection may not have sent its request yet, so check again after the last answer.
  do await sleep(LOOK_MS, hurry);
  while (calls.underWay() > 0 && performance.now() < untilMs && !hurry.aborted);
  server.closeAllConnections();
  await closed;
}

async function endStreams(hubs: readonly Hub[], hurry: AbortSignal): Promise<void> {
  const open = hubs.reduce((sum, hub) => sum + hub.size(), 0);
  const turn = Math.max(STREAMS_PER_TURN, Math.ceil(open / STREAM_TURNS_MAX));
  while (hubs.some((hub) => hub.size() > 0) && !hurry.aborted) {
    for (const hub of hubs) hub.endOldest(turn);
    await sleep(STREAM_TURN_MS, hurry);
  }
  for (const hub of hubs) hub.close();
}

/** Sleeps; returns early, without an error, on abort. */
async function sleep(ms: number, hurry: AbortSignal): Promise<void> {
  await sleepFor(ms, null, { signal: hurry }).catch(() => {});
}
