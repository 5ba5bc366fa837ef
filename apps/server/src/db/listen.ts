import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { KEEP_ALIVE } from './pool.ts';

export interface Listener {
  /** Resolves after the first connection attempt, successful or not. */
  tried: Promise<void>;
  close(): Promise<void>;
}

interface Handlers {
  onMessage(payload: string): void;
  onGap(): void;
}

/** One connection that carries all channels of this process at one address. */
interface Line {
  add(channel: string, handlers: Handlers): Promise<void>;
  remove(channel: string, handlers: Handlers): Promise<void>;
}

const AGAIN_MS = 1_000;
/** Timeouts for a server that accepts a connection and does not respond. */
const SAYS_NOTHING = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 } as const;
const lines = new Map<string, Line>();

/**
 * Calls `onMessage` for each NOTIFY on `channel`. NOTIFY is only a hint: messages may be lost while disconnected. So
 * `onGap` is called after every connection and reconnection. Reconnects without limit, at most once a second. All
 * listeners of a process at one address share a connection.
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
  /** Serializes the statements of the connection. */
  let requested = Promise.resolve();
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
      // Channels added meanwhile come last in the same iteration.
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
      requested = requested.then(async () => {
        try {
          await client?.query(`listen ${channel}`);
          handlers.onGap();
        } catch {
          // The connection is broken. The next one listens to this channel, too, and calls `onGap`.
        }
      });
      await requested;
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

/** Closes connections, but waits a limited time: a connection that has just broken may never report its end. */
async function endWithin(clients: readonly pg.Client[], withinMs = HEARD_WITHIN_MS): Promise<void> {
  const given = new AbortController();
  const ended = Promise.all(clients.map((client) => client.end().catch(() => {})));
  await Promise.race([ended, sleep(withinMs, undefined, { signal: given.signal }).catch(() => {})]);
  given.abort();
}

/** A message takes milliseconds. A slower database has other problems. */
const HEARD_WITHIN_MS = 5_000;

/**
 * Verifies that a NOTIFY sent at `notifyUrl` arrives at `listenUrl`. Throws an error of one line otherwise. A
 * transaction-mode pooler accepts a LISTEN and forwards nothing, so sessions that ended elsewhere would stay valid
 * here.
 */
export async function refuseUnheard(
  listenUrl: string,
  notifyUrl: string,
  { withinMs = HEARD_WITHIN_MS } = {},
): Promise<void> {
  const [ear, mouth] = [listenUrl, notifyUrl].map((url) => new pg.Client({ connectionString: url, ...SAYS_NOTHING }));
  if (!ear || !mouth) return;
  for (const client of [ear, mouth]) client.on('error', () => {});
  const waiting = new AbortController();
  try {
    await Promise.all([ear.connect(), mouth.connect()]);
    const channel = `heard_${randomBytes(8).toString('hex')}`;
    await ear.query(`listen ${channel}`);
    const heard = once(ear, 'notification', { signal: waiting.signal }).then(() => true);
    const given = sleep(withinMs, false, { signal: waiting.signal });
    // Nothing awaits these when NOTIFY fails.
    for (const one of [heard, given]) one.catch(() => {});
    await mouth.query(`notify ${channel}`);
    if (await Promise.race([heard, given])) return;
  } finally {
    waiting.abort();
    await endWithin([ear, mouth], withinMs);
  }
  const why = 'a transaction-mode pooler does not forward NOTIFY';
  throw new Error(
    `no notifications at TERCET_LISTEN_URL (or TERCET_APP_URL): ${why}. Connect to the database directly`,
  );
}
