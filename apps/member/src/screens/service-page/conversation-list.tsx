import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import PenLine from 'lucide-react/icons/pen-line';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { threadsQuery } from '../../api/house/desk.ts';
import type { DeskThread } from '../../api/shared/types.ts';
import type { Waiting } from '../../features/desk/outbox.ts';
import { useOutbox } from '../../features/desk/use-outbox.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import listStyles from '../../features/lists/list.module.css';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { SearchField } from '../../ui/search-field/search-field.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './conversation-list.module.css';

/** The member's conversations with the desk, with a search, and a link to start one. */
export function ConversationList({ memberId }: { memberId: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [search, setSearchText] = useState('');
  const list = useInfiniteQuery(threadsQuery(search));
  const isEmpty = search === '' && list.data?.pages[0]?.items.length === 0;
  const openings = useOutbox(memberId).filter(({ threadId }) => threadId === null);
  const [, setSearch] = useSearchParams();
  const begin = () => setSearch({ new: '1' });
  return (
    <Screen
      title={t('titles.servicePage')}
      back={paths.serviceOnline()}
      onRefresh={() => client.refetchQueries({ type: 'active' }, { throwOnError: true })}
      foot={
        <div className={styles.begin}>
          <Button wide onClick={begin}>
            <PenLine size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('desk.begin')}
          </Button>
        </div>
      }
    >
      {isEmpty ? null : (
        <div className={styles.search}>
          <SearchField
            label={t('desk.search')}
            clearLabel={t('desk.searchClear')}
            value={search}
            onChange={setSearchText}
          />
        </div>
      )}
      {openings.length === 0 ? null : (
        <ul className={styles.openings}>
          {openings.map((one) => (
            <OpeningRow key={one.key} waiting={one} />
          ))}
        </ul>
      )}
      <EndlessQuery
        query={list}
        blocks={[84, 84, 84]}
        empty={
          search !== '' ? (
            <Notice sign={<SearchX size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('desk.noneFound')}>
              <p>{t('desk.noneFoundText', { search })}</p>
            </Notice>
          ) : openings.length > 0 ? null : (
            <Notice sign={<MessagesSquare size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('desk.none')}>
              <p>{t('desk.noneText')}</p>
            </Notice>
          )
        }
      >
        {(threads) => (
          <ul className={listStyles.list}>
            {threads.map((thread) => (
              <ConversationRow key={thread.id} thread={thread} />
            ))}
          </ul>
        )}
      </EndlessQuery>
    </Screen>
  );
}

function ConversationRow({ thread }: { thread: DeskThread }) {
  const t = useTranslations('desk');
  const times = useTimes();
  return (
    <li>
      <Link to={paths.servicePage({ id: thread.id })} className={styles.row}>
        <span className={styles.rowHead}>
          <span className={styles.subject}>{t(`subject.${thread.subject}`)}</span>
          {thread.unread > 0 ? (
            <span className={styles.unread}>
              <UnreadDot label={t('unread', { count: thread.unread })} />
              <span aria-hidden="true">{thread.unread}</span>
            </span>
          ) : null}
          <span className={styles.time}>{times.minute(thread.lastAtMs)}</span>
        </span>
        <span className={styles.words} dir="auto">
          {thread.lastWords === '' ? t('file') : thread.lastWords}
        </span>
        <span className={styles.state}>
          {thread.state === 'closed' ? (
            <Pill tone="plain">{t('state.closed')}</Pill>
          ) : thread.waitsSinceMs === null ? (
            <Pill tone="good">{t('state.answered')}</Pill>
          ) : (
            <Pill tone="wait">{t('state.waits')}</Pill>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A queued conversation that the server has not received yet. */
function OpeningRow({ waiting: { key, opening, words, fault } }: { waiting: Waiting }) {
  const t = useTranslations('desk');
  return (
    <li>
      <Link to={paths.servicePage({ id: key })} className={styles.row}>
        <span className={styles.subject}>{t(`subject.${opening?.subject ?? 'other'}`)}</span>
        <span className={styles.words} dir="auto">
          {words}
        </span>
        <span className={styles.state}>
          <Pill tone={fault === null ? 'wait' : 'bad'}>{t(fault === null ? 'waiting' : 'notSent')}</Pill>
        </span>
      </Link>
    </li>
  );
}
