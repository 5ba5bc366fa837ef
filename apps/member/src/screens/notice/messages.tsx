import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { markRead, messagesQuery } from '../../api/account/messages.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Message } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { Days } from '../../features/lists/days.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { placeOf } from '../../features/messages/message-kinds.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { MessageRow } from './message-row.tsx';
import styles from './notice.module.css';
import { PushCard } from './push-card.tsx';

/** The member's messages, newest first. */
export function Messages() {
  const t = useTranslations('messages');
  const list = useInfiniteQuery(messagesQuery());
  const unread = list.data?.pages[0]?.unread ?? 0;
  const newest = list.data?.pages[0]?.items[0];
  const { read, busy } = useMarkRead();
  const navigate = useNavigate();

  function open(message: Message): void {
    if (!message.read) read(message.id);
    const place = placeOf(message);
    if (place !== null) void navigate(place);
  }

  return (
    <>
      <PushCard />
      {unread > 0 && newest !== undefined ? (
        <div className={styles.head}>
          <p className={styles.soft}>{t('unread', { count: unread })}</p>
          <Button look="plain" busy={busy} onClick={() => read(newest.id)}>
            <CheckCheck size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('readAll')}
          </Button>
        </div>
      ) : null}
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72, 72]}
        empty={
          <Notice sign={<Mark state="open" size={48} silent />} title={t('none')}>
            <p>{t('noneText')}</p>
          </Notice>
        }
      >
        {(messages) => (
          <Days items={messages}>
            {(message) => <MessageRow key={message.id} message={message} onOpen={() => open(message)} />}
          </Days>
        )}
      </EndlessQuery>
      <PlayNote />
    </>
  );
}

/** Marks a message and all older ones as read. */
function useMarkRead(): { read(upTo: string): void; busy: boolean } {
  const client = useQueryClient();
  const text = useProblemText();
  const { mutate, isPending } = useMutation({
    mutationFn: markRead,
    onError: (error) => say(text(error)),
    onSettled: () => {
      for (const queryKey of [keys.messages, keys.me]) void client.invalidateQueries({ queryKey });
    },
  });
  return { read: mutate, busy: isPending };
}
