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
