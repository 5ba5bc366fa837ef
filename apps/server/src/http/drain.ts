import type { Server } from 'node:http';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Leaving, StopOptions } from '../process/running.ts';
import type { Http } from './http.ts';
import type { Hub } from './live/hub.ts';

/** Calls that take longer are cut off; each can be made again. */
const CALLS_MS_MAX = 15_000;
/** Whoever is sent away comes back at once, to another process: a thousand a second, and all within ten seconds. */
const STREAM_TURN_MS = 50;
const STREAMS_PER_TURN = 50;
const STREAM_TURNS_MAX = 200;
const LOOK_MS = 20;
const NEVER = new AbortController().signal;

export interface Calls {
  /** Calls that have begun and are not answered. */
  underWay(): number;
}

/**
 * Counts calls from when their head is read until their answer is out, or the caller gone. Once this process leaves, no
 * connection is kept for another call: its next one finds another process.
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
 * Empties a server: it is found for a grace, by those who have not heard yet that it leaves; then it takes no new
 * connection, ends its streams one after the other, and answers each call that has begun.
 */
export async function drain({ server, calls, hubs, leaving }: Drained, options: StopOptions = {}): Promise<void> {
  const { graceMs = 0, hurry = NEVER } = options;
  leaving.begun = true;
  await sleep(graceMs, hurry);
  const closed = new Promise((resolve) => server.close(resolve));
  const untilMs = performance.now() + CALLS_MS_MAX;
  await endStreams(hubs, hurry);
  // Whoever connected last may not have said yet what he wants: one more look after the last answer.
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

/** Ends early where nobody waits any longer. */
async function sleep(ms: number, hurry: AbortSignal): Promise<void> {
  await sleepFor(ms, null, { signal: hurry }).catch(() => {});
}
