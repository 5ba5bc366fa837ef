import { namedAddressOf } from '../shared/client.ts';

/** News at the desk: ids and kinds, never texts. `missed`: events were lost, so anything may have changed. */
export type DeskNews =
  | {
      what: 'entry' | 'read' | 'closed' | 'typing' | 'handled';
      by: 'member' | 'house';
      memberId: string;
      threadId: string;
    }
  | { what: 'missed' };

interface Follower {
  onNews(news: DeskNews): void;
  onLive(isLive: boolean): void;
}

const ADDRESS = '/api/console/desk/stream';
/** Delay before reconnecting where the browser does not, as after a refusal. */
const AGAIN_MS = 5_000;
/** For how long an unused stream stays open, so that the next page can take it over. */
const LINGER_MS = 5_000;
/** A page that loaded while the stream opened has missed nothing. */
const FRESH_MS = 2_000;

const followers = new Set<Follower>();
let source: EventSource | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Subscribes to desk news. All subscribers share one stream. Returns the function that unsubscribes. */
export function followDesk(follower: Follower): () => void {
  followers.add(follower);
  clearTimeout(leaving);
  if (source === null) open();
  return () => {
    followers.delete(follower);
    if (followers.size === 0) leaving = setTimeout(close, LINGER_MS);
  };
}

function open(): void {
  clearTimeout(again);
  const opened = new EventSource(namedAddressOf(ADDRESS));
  const openedAt = performance.now();
  let isFirst = true;
  source = opened;
  opened.addEventListener('open', () => notifyLive(true));
  opened.addEventListener('desk', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as DeskNews));
  opened.addEventListener('reset', () => {
    const isFresh = isFirst && performance.now() - openedAt < FRESH_MS;
    isFirst = false;
    if (!isFresh) tell({ what: 'missed' });
  });
  opened.addEventListener('error', () => {
    // The server ends each stream after a minute, and the browser reconnects within seconds.
    if (opened.readyState !== EventSource.CLOSED) return;
    notifyLive(false);
    source = null;
    again = setTimeout(open, AGAIN_MS);
  });
}

function close(): void {
  clearTimeout(again);
  source?.close();
  source = null;
}

function tell(news: DeskNews): void {
  for (const { onNews } of followers) onNews(news);
}

function notifyLive(isLive: boolean): void {
  for (const { onLive } of followers) onLive(isLive);
}
