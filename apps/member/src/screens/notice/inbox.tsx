import { useMutation, useQueryClient } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import Megaphone from 'lucide-react/icons/megaphone';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { type MessageFilter, markRead } from '../../api/account/messages.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Message } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { Days } from '../../features/lists/days.tsx';
import { placeOf } from '../../features/messages/message-kinds.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { EndlessFoot } from '../../ui/list/endless.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { HouseBanners } from './house-banners.tsx';
import { MessageRow } from './message-row.tsx';
import styles from './notice.module.css';
import { NoticeRow } from './notice-row.tsx';
import { PushCard } from './push-card.tsx';
import { ResultRow } from './result-row.tsx';
import { type InboxFilter, useInbox } from './use-inbox.ts';

/** Messages, results of bets and notices of one filter, newest first. */
export function Inbox({ filter }: { filter: InboxFilter }) {
  const t = useTranslations('messages');
  const inbox = useInbox(filter);
  const { read, busy } = useMarkRead(filter === 'all' ? null : filter);
  const navigate = useNavigate();
  const { newestMessage, unread } = inbox;

  function open(message: Message): void {
    if (!message.read) read(message.id);
    const place = placeOf(message);
    if (place !== null) void navigate(place);
  }

  return (
    <>
      {filter === 'all' ? <PushCard /> : null}
      {unread > 0 && newestMessage !== null ? (
        <div className={styles.head}>
          <p className={styles.soft}>{t('unread', { count: unread })}</p>
          <Button look="plain" busy={busy} onClick={() => read(newestMessage.id)}>
            <CheckCheck size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('readAll')}
          </Button>
        </div>
      ) : null}
      <Entries filter={filter} inbox={inbox} onOpen={open} />
      {filter === 'house' ? <HouseBanners /> : <PlayNote />}
    </>
  );
}

interface EntriesProps {
  filter: InboxFilter;
  inbox: ReturnType<typeof useInbox>;
  onOpen(message: Message): void;
}

function Entries({ filter, inbox, onOpen }: EntriesProps) {
  if (inbox.error !== null) return <Failed error={inbox.error} onRetry={inbox.retry} />;
  if (inbox.isLoading) return <Skeleton blocks={[72, 72, 72, 72]} />;
  if (inbox.entries.length === 0 && !inbox.hasMore) return <Empty filter={filter} />;
  return (
    <div>
      <Days items={inbox.entries}>
        {(entry) => {
          if (entry.of === 'result') return <ResultRow key={entry.key} result={entry.result} fresh={entry.fresh} />;
          if (entry.of === 'notice') return <NoticeRow key={entry.key} notice={entry.notice} fresh={entry.fresh} />;
          return <MessageRow key={entry.key} message={entry.message} onOpen={() => onOpen(entry.message)} />;
        }}
      </Days>
      <EndlessFoot
        hasMore={inbox.hasMore}
        loading={inbox.isLoadingMore}
        failed={inbox.hasFailedMore}
        onMore={inbox.loadMore}
      />
    </div>
  );
}

function Empty({ filter }: { filter: InboxFilter }) {
  const t = useTranslations();
  if (filter === 'play') {
    return (
      <Notice
        sign={<Mark state="open" size={48} silent />}
        title={t('slips.none')}
        actions={<ButtonLink to={paths.game()}>{t('slips.toGames')}</ButtonLink>}
      >
        <p>{t('slips.noneText')}</p>
      </Notice>
    );
  }
  if (filter === 'house') {
    return (
      <Notice sign={<Megaphone size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('messages.houseNone')}>
        <p>{t('messages.houseNoneText')}</p>
      </Notice>
    );
  }
  return (
    <Notice sign={<Mark state="open" size={48} silent />} title={t('messages.none')}>
      <p>{t('messages.noneText')}</p>
    </Notice>
  );
}

/** Marks a message and all older ones of the filter as read. */
function useMarkRead(filter: MessageFilter | null): { read(upTo: string): void; busy: boolean } {
  const client = useQueryClient();
  const text = useProblemText();
  const { mutate, isPending } = useMutation({
    mutationFn: (upTo: string) => markRead(upTo, filter),
    onError: (error) => say(text(error)),
    onSettled: () => {
      for (const queryKey of [keys.messages, keys.me]) void client.invalidateQueries({ queryKey });
    },
  });
  return { read: mutate, busy: isPending };
}
