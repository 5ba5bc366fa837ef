import { namedAddressOf } from '../shared/client.ts';
import type { Role } from './staff.ts';

/** News at the desk: ids and kinds, never texts. `missed`: events were lost, so anything may have changed. */
export type DeskNews =
  | {
      what: 'entry' | 'read' | 'closed' | 'typing' | 'handled';
      by: 'member' | 'house';
      memberId: string;
      threadId: string;
      /** Who types for the house. */
      staff?: { id: string; name: string };
    }
  | { what: 'missed' };

/** `queues`: work queues of these roles have changed. `missed`: events were lost. */
export type StaffNews = { kind: 'desk'; news: DeskNews } | { kind: 'queues'; roles: Role[] } | { kind: 'missed' };

interface Follower {
  onNews(news: StaffNews): void;
  onLive?(isLive: boolean): void;
}

type Told = StaffNews | { kind: 'live'; isLive: boolean };

const ADDRESS = '/api/console/stream';
/** The tab that holds this lock has the stream of all tabs: a browser opens few connections to one address. */
const LOCK = 'tercet-console-stream';
/** Delay before reconnecting where the browser does not, as after a refusal. */
const AGAIN_MS = 5_000;
/** For how long an unused stream stays open, so that the next page can take it over. */
const LINGER_MS = 5_000;
/** A page that loaded while the stream opened has missed nothing. */
const FRESH_MS = 2_000;

const loadedAt = performance.now();
const followers = new Set<Follower>();
const otherTabs = new BroadcastChannel(LOCK);
let turn: AbortController | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

otherTabs.addEventListener('message', ({ data }: MessageEvent<Told>) => tell(data));

/** Subscribes to news for staff. The tabs of a browser share one stream. Returns the function that unsubscribes. */
export function followStaff(follower: Follower): () => void {
  followers.add(follower);
  clearTimeout(leaving);
  turn ??= begin();
  return () => {
    followers.delete(follower);
    if (followers.size === 0) leaving = setTimeout(leave, LINGER_MS);
  };
}

/** Waits for the turn to hold the stream, again and again until the tab leaves. */
function begin(): AbortController {
  const mine = new AbortController();
  const hold = async (): Promise<void> => {
    while (!mine.signal.aborted) {
      await withLock(mine.signal, () => holdStream(mine.signal)).catch(() => {});
      if (!mine.signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
  void hold();
  return mine;
}

function leave(): void {
  turn?.abort();
  turn = null;
}

/** Pages that are not served over TLS have no locks; each then has a stream of its own. */
async function withLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) await work();
  else await navigator.locks.request(LOCK, { signal }, work);
}

/** Holds the stream until the server refuses it or the tab leaves. */
function holdStream(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const opened = new EventSource(namedAddressOf(ADDRESS));
    let isFresh = performance.now() - loadedAt < FRESH_MS;
    const end = (): void => {
      opened.close();
      resolve();
    };
    opened.addEventListener('open', () => tellAll({ kind: 'live', isLive: true }));
    opened.addEventListener('desk', ({ data }: MessageEvent<string>) =>
      tellAll({ kind: 'desk', news: JSON.parse(data) as DeskNews }),
    );
    opened.addEventListener('queues', ({ data }: MessageEvent<string>) =>
      tellAll({ kind: 'queues', roles: (JSON.parse(data) as { roles: Role[] }).roles }),
    );
    opened.addEventListener('reset', () => {
      if (!isFresh) tellAll({ kind: 'missed' });
      isFresh = false;
    });
    opened.addEventListener('error', () => {
      // The server ends each stream after a minute, and the browser reconnects within seconds.
      if (opened.readyState !== EventSource.CLOSED) return;
      tellAll({ kind: 'live', isLive: false });
      end();
    });
    signal.addEventListener('abort', end);
  });
}

function tellAll(news: Told): void {
  otherTabs.postMessage(news);
  tell(news);
}

function tell(news: Told): void {
  for (const { onNews, onLive } of followers) {
    if (news.kind === 'live') onLive?.(news.isLive);
    else onNews(news);
  }
}
