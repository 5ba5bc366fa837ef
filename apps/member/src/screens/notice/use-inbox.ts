import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type MessageFilter, messagesQuery } from '../../api/account/messages.ts';
import { noticesQuery } from '../../api/house/notices.ts';
import { openBetsQuery, slipsQuery } from '../../api/lottery/slips.ts';
import type { HouseNotice, Message, Page, Slip } from '../../api/shared/types.ts';
import { mergeByTime, type Part } from '../../features/lists/merged.ts';
import { noteNoticesSeen, noticesSeen } from '../../features/notices/seen-notices.ts';
import { useMemberId } from '../../features/session/use-session.ts';
import { isNewResult, noteResultsSeen, resultsSeen } from '../../features/slips/seen-results.ts';
import { type SettledResult, settledResults } from '../../features/slips/settled-results.ts';

export type InboxFilter = 'all' | MessageFilter;

/** An entry of the inbox. `fresh`: not seen on this phone before the page opened. */
export type InboxEntry = { key: string; atMs: number } & (
  | { of: 'message'; message: Message }
  | { of: 'result'; result: SettledResult; fresh: boolean }
  | { of: 'notice'; notice: HouseNotice; fresh: boolean }
);

/** Messages, results of bets and notices of one filter in one list, newest first. */
export function useInbox(filter: InboxFilter) {
  const memberId = useMemberId();
  const hasResults = filter === 'all' || filter === 'play';
  const hasNotices = filter === 'all' || filter === 'house';
  const messages = useInfiniteQuery(messagesQuery(filter === 'all' ? null : filter));
  const slips = useInfiniteQuery({ ...slipsQuery(null), enabled: hasResults });
  const open = useInfiniteQuery({ ...openBetsQuery(), enabled: hasResults });
  const notices = useInfiniteQuery({ ...noticesQuery(), enabled: hasNotices });
  // Fixed when the page opens, so that new entries keep their mark while the member reads.
  const [seenBefore] = useState(() => ({ results: resultsSeen(memberId), noticesMs: noticesSeen() }));
  const newestNoticeMs = hasNotices ? (notices.data?.pages[0]?.items[0]?.atMs ?? 0) : 0;
  useEffect(() => noteNoticesSeen(newestNoticeMs), [newestNoticeMs]);
  useEffect(() => {
    if (hasResults && slips.data !== undefined) noteResultsSeen(memberId, itemsOf(slips.data), itemsOf(open.data));
  }, [hasResults, memberId, slips.data, open.data]);

  const lists = [
    { query: messages, part: partOf(itemsOf(messages.data), messages.hasNextPage, messageEntry) },
    ...(hasResults
      ? [{ query: slips, part: resultsPart(itemsOf(slips.data), slips.hasNextPage, seenBefore.results) }]
      : []),
    ...(hasNotices
      ? [
          {
            query: notices,
            part: partOf(itemsOf(notices.data), notices.hasNextPage, (notice) =>
              noticeEntry(notice, notice.atMs > seenBefore.noticesMs),
            ),
          },
        ]
      : []),
  ];
  const { items, behind } = mergeByTime(lists.map(({ part }) => part));
  const queries = lists.map(({ query }) => query);
  const failed = queries.find(({ data, isError }) => data === undefined && isError) ?? null;
  return {
    entries: items,
    isLoading: queries.some(({ data }) => data === undefined),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    hasMore: queries.some(({ hasNextPage }) => hasNextPage),
    isLoadingMore: queries.some(({ isFetchingNextPage }) => isFetchingNextPage),
    hasFailedMore: queries.some(({ isFetchNextPageError }) => isFetchNextPageError),
    loadMore: () => {
      for (const index of behind) void queries[index]?.fetchNextPage();
    },
    newestMessage: messages.data?.pages[0]?.items[0] ?? null,
    unread: messages.data?.pages[0]?.unread ?? 0,
  };
}

function itemsOf<T>(list: InfiniteData<Page<T>> | undefined): T[] {
  return list?.pages.flatMap((page) => page.items) ?? [];
}

function partOf<T extends { atMs: number }>(
  items: readonly T[],
  hasMore: boolean,
  entryOf: (item: T) => InboxEntry,
): Part<InboxEntry> {
  return { items: items.map(entryOf), loadedToMs: items.at(-1)?.atMs ?? null, hasMore };
}

function messageEntry(message: Message): InboxEntry {
  return { of: 'message', key: message.id, atMs: message.atMs, message };
}

function noticeEntry(notice: HouseNotice, fresh: boolean): InboxEntry {
  return { of: 'notice', key: notice.id, atMs: notice.atMs, notice, fresh };
}

/** Results by the time of their last slip, since slips carry no time of their draw. */
function resultsPart(
  slips: readonly Slip[],
  hasMore: boolean,
  seen: Parameters<typeof isNewResult>[1],
): Part<InboxEntry> {
  const items = settledResults(slips, hasMore).map((result): InboxEntry => {
    return { of: 'result', key: result.drawId, atMs: result.atMs, result, fresh: isNewResult(result, seen) };
  });
  return { items, loadedToMs: slips.at(-1)?.placedAtMs ?? null, hasMore };
}
