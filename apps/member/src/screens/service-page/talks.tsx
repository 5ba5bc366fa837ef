import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import PenLine from 'lucide-react/icons/pen-line';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { talksQuery } from '../../api/house/desk.ts';
import type { DeskThread } from '../../api/shared/types.ts';
import type { Waiting } from '../../features/desk/outbox.ts';
import { useOutbox } from '../../features/desk/use-outbox.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import listStyles from '../../features/lists/list.module.css';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './talks.module.css';

/** All talks with the desk, and the way to another. */
export function Talks({ memberId }: { memberId: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const list = useInfiniteQuery(talksQuery());
  const openings = useOutbox(memberId).filter(({ talkId }) => talkId === null);
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
          openings.length > 0 ? null : (
            <Notice sign={<MessagesSquare size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('desk.none')}>
              <p>{t('desk.noneText')}</p>
            </Notice>
          )
        }
      >
        {(talks) => (
          <ul className={listStyles.list}>
            {talks.map((talk) => (
              <TalkRow key={talk.id} talk={talk} />
            ))}
          </ul>
        )}
      </EndlessQuery>
    </Screen>
  );
}

function TalkRow({ talk }: { talk: DeskThread }) {
  const t = useTranslations('desk');
  const times = useTimes();
  return (
    <li>
      <Link to={paths.servicePage({ id: talk.id })} className={styles.row}>
        <span className={styles.rowHead}>
          <span className={styles.subject}>{t(`subject.${talk.subject}`)}</span>
          {talk.unread > 0 ? (
            <span className={styles.unread}>
              <UnreadDot label={t('unread', { count: talk.unread })} />
              <span aria-hidden="true">{talk.unread}</span>
            </span>
          ) : null}
          <span className={styles.time}>{times.minute(talk.lastAtMs)}</span>
        </span>
        <span className={styles.words} dir="auto">
          {talk.lastWords === '' ? t('file') : talk.lastWords}
        </span>
        <span className={styles.state}>
          {talk.state === 'closed' ? (
            <Pill tone="plain">{t('state.closed')}</Pill>
          ) : talk.waitsSinceMs === null ? (
            <Pill tone="good">{t('state.answered')}</Pill>
          ) : (
            <Pill tone="wait">{t('state.waits')}</Pill>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A talk that the desk does not have yet. */
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
