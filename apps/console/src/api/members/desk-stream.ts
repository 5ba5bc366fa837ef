import { namedAddressOf } from '../shared/client.ts';

/** What is new at the desk: ids and what happened, never words. `missed`: anything may be new. */
export type DeskNews =
  | { what: 'entry' | 'read' | 'closed' | 'typing'; by: 'member' | 'house'; memberId: string; threadId: string }
  | { what: 'missed' };

interface Follower {
  onNews(news: DeskNews): void;
  onLive(isLive: boolean): void;
}

const ADDRESS = '/api/console/desk/stream';
/** Where the browser does not come back by itself, as after a refusal. */
const AGAIN_MS = 5_000;
/** A page that follows another one takes over its stream. */
const LINGER_MS = 5_000;
/** What the page shows was read while the stream was opened: nothing lies between the two. */
const FRESH_MS = 2_000;

const followers = new Set<Follower>();
let source: EventSource | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** Tells of everything new for as long as somebody follows; all followers share one stream. Returns how to leave. */
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
  opened.addEventListener('open', () => tellLive(true));
  opened.addEventListener('desk', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as DeskNews));
  opened.addEventListener('reset', () => {
    const isFresh = isFirst && performance.now() - openedAt < FRESH_MS;
    isFirst = false;
    if (!isFresh) tell({ what: 'missed' });
  });
  opened.addEventListener('error', () => {
    // The server ends each stream after a minute, and the browser comes back within seconds.
    if (opened.readyState !== EventSource.CLOSED) return;
    tellLive(false);
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

function tellLive(isLive: boolean): void {
  for (const { onLive } of followers) onLive(isLive);
}
