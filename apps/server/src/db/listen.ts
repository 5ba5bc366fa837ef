import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { KEEP_ALIVE } from './pool.ts';

export interface Listener {
  /** Resolves when the first try to connect has ended, well or not. */
  tried: Promise<void>;
  close(): Promise<void>;
}

interface Handlers {
  onMessage(payload: string): void;
  onGap(): void;
}

/** One connection, over which this process hears everything that it listens to at one address. */
interface Line {
  add(channel: string, handlers: Handlers): Promise<void>;
  remove(channel: string, handlers: Handlers): Promise<void>;
}

const AGAIN_MS = 1_000;
/** A server that takes a connection and says nothing, as one that hangs, is given up. */
const SAYS_NOTHING = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 } as const;
const lines = new Map<string, Line>();

/**
 * Calls `onMessage` for each NOTIFY on `channel`. NOTIFY is a hint: after every (re)connection `onGap` is called, since
 * messages may have been missed. Reconnects for ever, at most one try a second. All that a process listens to at one
 * address shares a connection.
 */
export function listen(url: string, channel: string, handlers: Handlers): Listener {
  const line = lines.get(url) ?? openLine(url);
  lines.set(url, line);
  return { tried: line.add(channel, handlers), close: () => line.remove(channel, handlers) };
}

function openLine(url: string): Line {
  const heard = new Map<string, Set<Handlers>>();
  let client: pg.Client | null = null;
  let trying: Promise<void> | null = null;
  let isOpen = false;
  /** A connection is asked for one thing at a time. */
  let asked = Promise.resolve();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({
      connectionString: url,
      application_name: 'tercet listen',
      ...KEEP_ALIVE,
      ...SAYS_NOTHING,
    });
    client = next;
    let broken = false;
    const again = (): void => {
      if (broken || closed) return;
      broken = true;
      isOpen = false;
      next.end().catch(() => {});
      timer = setTimeout(() => {
        trying = connect();
      }, AGAIN_MS);
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of heard.get(channel) ?? []) onMessage(payload ?? '');
    });
    try {
      await next.connect();
      // What is added meanwhile comes last in the same walk.
      for (const channel of heard.keys()) await next.query(`listen ${channel}`);
      if (broken) return;
      isOpen = true;
      for (const all of heard.values()) for (const { onGap } of all) onGap();
    } catch {
      again();
    }
  }

  return {
    async add(channel, handlers) {
      heard.set(channel, (heard.get(channel) ?? new Set()).add(handlers));
      if (!isOpen) {
        trying ??= connect();
        await trying;
        return;
      }
      asked = asked.then(async () => {
        try {
          await client?.query(`listen ${channel}`);
          handlers.onGap();
        } catch {
          // The line is broken: the next one hears this channel, too, and says so.
        }
      });
      await asked;
    },
    async remove(channel, handlers) {
      heard.get(channel)?.delete(handlers);
      if (heard.get(channel)?.size === 0) heard.delete(channel);
      if (heard.size > 0 || closed) return;
      closed = true;
      clearTimeout(timer);
      if (lines.get(url) === this) lines.delete(url);
      if (client) await endWithin([client]);
    },
  };
}

/** A line that broke in this moment may never say that it has ended. */
async function endWithin(clients: readonly pg.Client[], withinMs = HEARD_WITHIN_MS): Promise<void> {
  const given = new AbortController();
  const ended = Promise.all(clients.map((client) => client.end().catch(() => {})));
  await Promise.race([ended, sleep(withinMs, undefined, { signal: given.signal }).catch(() => {})]);
  given.abort();
}

/** A message takes milliseconds; a database that takes so long for one has other troubles. */
const HEARD_WITHIN_MS = 5_000;

/**
 * Throws one readable line where what is told at one address is not heard at the other. A pooler that lends connections
 * for a transaction takes a LISTEN and passes nothing on: sessions that ended elsewhere would live on here.
 */
export async function refuseUnheard(
  listenUrl: string,
  tellUrl: string,
  { withinMs = HEARD_WITHIN_MS } = {},
): Promise<void> {
  const [ear, mouth] = [listenUrl, tellUrl].map((url) => new pg.Client({ connectionString: url, ...SAYS_NOTHING }));
  if (!ear || !mouth) return;
  for (const client of [ear, mouth]) client.on('error', () => {});
  const waiting = new AbortController();
  try {
    await Promise.all([ear.connect(), mouth.connect()]);
    const channel = `heard_${randomBytes(8).toString('hex')}`;
    await ear.query(`listen ${channel}`);
    const heard = once(ear, 'notification', { signal: waiting.signal }).then(() => true);
    const given = sleep(withinMs, false, { signal: waiting.signal });
    // Neither is waited for where telling fails.
    for (const one of [heard, given]) one.catch(() => {});
    await mouth.query(`notify ${channel}`);
    if (await Promise.race([heard, given])) return;
  } finally {
    waiting.abort();
    await endWithin([ear, mouth], withinMs);
  }
  const why = 'a pooler that lends connections for a transaction passes no NOTIFY on';
  throw new Error(
    `nothing is heard at TERCET_LISTEN_URL (else TERCET_APP_URL): ${why}; name the database itself there`,
  );
}
