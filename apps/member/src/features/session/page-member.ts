import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { forgetMember } from '../../api/shared/forget-member.ts';
import { onPageReplaced, pageMember, pageReplacedBy, resumePage, setPageMember } from '../../api/shared/page-member.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Me } from '../../api/shared/types.ts';
import { forgetDrafts } from './drafts.ts';

/** Every call names the member of the cached answer to `/api/me`: what the screens show and what is sent are one. */
export function connectPageMember(client: QueryClient): void {
  setPageMember(
    () => client.getQueryData<Me | null>(keys.me),
    () => void client.refetchQueries({ queryKey: keys.me }),
  );
}

/** User name of the member who is signed in now, where it is not the page's; null while the page may go on. */
export function usePageReplacedBy(): string | null {
  return useSyncExternalStore(onPageReplaced, pageReplacedBy);
}

/** A tab says which member it signed in, or out. */
type News = { signedIn: string } | { signedOut: string };

/** Null in browsers without it: the next answer of the server then says so. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tercet-session') : null;

export function tellOtherTabs(news: News): void {
  channel?.postMessage(news);
}

/**
 * Asks the server whose session it is whenever that may have changed: another tab says so, or the page comes back from
 * the browser's cache of pages, from being hidden or offline while it is stopped. Returns the way to stop.
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

/** The member has signed out in another tab: nothing of theirs stays in this one. */
function leave(client: QueryClient, memberId: string): void {
  forgetDrafts(memberId);
  if (pageMember()?.id !== memberId) return;
  resumePage();
  client.setQueryData(keys.me, null);
  forgetMember(client);
}
