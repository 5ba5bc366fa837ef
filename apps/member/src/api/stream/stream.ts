import type { StreamEvent } from './stream-events.ts';
import { readStreamEvent, STREAM_EVENT_TYPES } from './stream-events.ts';

/** The server sends a message every 15 s. Longer silence means a dead connection. */
const SILENCE_MAX_MS = 40_000;
const REOPEN_MAX_MS = 15_000;

export interface StreamListener {
  onEvent(event: StreamEvent): void;
  /** `live` while messages arrive, `cut` once the connection is known to be broken. */
  onState(state: 'live' | 'cut'): void;
}

/** Delay in milliseconds before the poll after `done` polls: six times 300 ms, then longer, up to 10 s. */
export function pollDelay(done: number): number {
  return done < 6 ? 300 : Math.min(10_000, 1000 * 2 ** (done - 6));
}

/** Delay in milliseconds before reconnecting after `failures` failures in a row. */
export function reopenDelay(failures: number): number {
  return Math.min(REOPEN_MAX_MS, 500 * 2 ** Math.min(failures, 5));
}

/** Opens the client's only stream and keeps it open until the returned function is called. */
export function openStream(url: string, listener: StreamListener): () => void {
  let source: EventSource | null = null;
  let failures = 0;
  let closed = false;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;

  function heard(): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(cut, SILENCE_MAX_MS);
  }

  function connect(): void {
    source = new EventSource(url);
    source.onopen = () => {
      failures = 0;
      heard();
      listener.onState('live');
    };
    source.onerror = cut;
    for (const type of STREAM_EVENT_TYPES) {
      source.addEventListener(type, (message) => {
        heard();
        const event = readStreamEvent(type, (message as MessageEvent<string>).data);
        if (event !== null) listener.onEvent(event);
      });
    }
  }

  function cut(): void {
    if (closed) return;
    clearTimeout(watchdog);
    listener.onState('cut');
    // The browser reconnects with Last-Event-ID. It gives up only after a refusal.
    if (source?.readyState === EventSource.CONNECTING) return;
    source?.close();
    clearTimeout(reopen);
    reopen = setTimeout(connect, reopenDelay(failures++));
  }

  connect();
  return () => {
    closed = true;
    clearTimeout(watchdog);
    clearTimeout(reopen);
    source?.close();
  };
}
