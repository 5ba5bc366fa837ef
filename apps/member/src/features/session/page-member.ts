import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { forgetMember } from '../../api/shared/forget-member.ts';
import { onPageReplaced, pageMember, pageReplacedBy, resumePage, setPageMember } from '../../api/shared/page-member.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { forgetDrafts } from './drafts.ts';

/** Takes the page's member from the cached session, so that screens and requests name the same member. */
export function connectPageMember(client: QueryClient): void {
  setPageMember(
    () => client.getQueryData<Me | null>(keys.me),
    () => void client.refetchQueries({ queryKey: keys.me }),
  );
}

/** User name of the member who is signed in now, if it is not the page's; null while the page may continue. */
export function usePageReplacedBy(): string | null {
  return useSyncExternalStore(onPageReplaced, pageReplacedBy);
}

/** Message between tabs: id of the member who signed in or out. */
type News = { signedIn: string } | { signedOut: string };

/** Null without support by the browser. The server's next answer then reports the change. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tercet-session') : null;

export function notifyOtherTabs(news: News): void {
  channel?.postMessage(news);
}

/**
 * Queries who is signed in whenever that may have changed. Triggers: news from another tab, a return from the browser's
 * back-forward cache, or a stopped page that becomes visible or online.
 *
 * Returns the stop function.
 */
export function followSession(client: QueryClient): () => void {
  const ask = () => void client.refetchQueries({ queryKey: keys.me });
  const onNews = ({ data }: MessageEvent<News>) => {
    const id = pageMember()?.id ?? null;
    if ('signedOut' in data) leave(client, data.signedOut);
    else if (pageReplacedBy() !== null || data.signedIn !== id) ask();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) ask();
  };
  const onReturn = () => {
    if (pageReplacedBy() !== null && document.visibilityState === 'visible') ask();
  };
  channel?.addEventListener('message', onNews);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    channel?.removeEventListener('message', onNews);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/** Removes a member's data from this tab after they signed out in another one. */
function leave(client: QueryClient, memberId: string): void {
  forgetDrafts(memberId);
  if (pageMember()?.id !== memberId) return;
  resumePage();
  client.setQueryData(keys.me, null);
  forgetMember(client);
}
