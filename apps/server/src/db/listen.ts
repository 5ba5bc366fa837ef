import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  /** Resolves when the first try to connect has ended, well or not. */
  tried: Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls `onMessage` for each NOTIFY on `channel`. NOTIFY is a hint: after every (re)connection `onGap` is called, since
 * messages may have been missed. Reconnects for ever, at most one try a second.
 */
export function listen(
  url: string,
  channel: string,
  handlers: { onMessage(payload: string): void; onGap(): void },
): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: 'tercet listen', keepAlive: true });
    client = next;
    let broken = false;
    const again = (): void => {
      if (broken || closed) return;
      broken = true;
      next.end().catch(() => {});
      timer = setTimeout(() => void connect(), 1_000);
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', (message) => handlers.onMessage(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      handlers.onGap();
    } catch {
      again();
    }
  }

  return {
    tried: connect(),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
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
  const [ear, mouth] = [listenUrl, tellUrl].map((url) => new pg.Client({ connectionString: url }));
  if (!ear || !mouth) return;
  for (const client of [ear, mouth]) client.on('error', () => {});
  const waiting = new AbortController();
  try {
    await Promise.all([ear.connect(), mouth.connect()]);
    const channel = `heard_${randomBytes(8).toString('hex')}`;
    await ear.query(`listen ${channel}`);
    const heard = once(ear, 'notification', { signal: waiting.signal }).then(() => true);
    const given = sleep(withinMs, false, { signal: waiting.signal });
    await mouth.query(`notify ${channel}`);
    if (await Promise.race([heard, given])) return;
  } finally {
    waiting.abort();
    await Promise.all([ear, mouth].map((client) => client.end().catch(() => {})));
  }
  const why = 'a pooler that lends connections for a transaction passes no NOTIFY on';
  throw new Error(
    `nothing is heard at TERCET_LISTEN_URL (else TERCET_APP_URL): ${why}; name the database itself there`,
  );
}
