import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { DeskEntry, FullDeskThread } from '../../api/shared/types.ts';
import { AnswerTime } from '../../features/desk/answer-time.tsx';
import type { Waiting } from '../../features/desk/outbox.ts';
import { useTyping } from '../../features/desk/typing.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './entries.module.css';
import { QueuedEntry } from './queued-entry.tsx';
import { Rating } from './rating.tsx';
import { SentFile } from './sent-file.tsx';

interface EntriesProps {
  /** Null: the server has not received the conversation yet. */
  thread: FullDeskThread | null;
  waiting: readonly Waiting[];
}

/** Messages of a conversation, oldest first, then the queued ones. Scrolls to the end for each new one. */
export function Entries({ thread, waiting }: EntriesProps) {
  const t = useTranslations('desk');
  const times = useTimes();
  const entries = thread?.said ?? [];
  const end = useEnd(`${entries.length} ${waiting.length}`);
  const lastOfMine = entries.findLast(({ from }) => from === 'member');
  return (
    <div className={styles.said}>
      <p className={styles.never}>{t('never')}</p>
      <ol className={styles.entries} aria-label={t('said')} aria-live="polite" aria-relevant="additions">
        {entries.map((entry, index) => (
          <li key={entry.n} className={styles.item} data-from={entry.from}>
            {isNewDay(entry, entries[index - 1], times.day) ? (
              <p className={styles.day}>{times.day(entry.atMs)}</p>
            ) : null}
            <Entry threadId={thread?.id ?? ''} entry={entry} />
            {entry === lastOfMine && thread !== null && waiting.length === 0 ? (
              <p className={styles.mark}>{t(thread.houseRead >= entry.n ? 'read' : 'sent')}</p>
            ) : null}
          </li>
        ))}
        {waiting.map((one) => (
          <li key={one.key} className={styles.item} data-from="member">
            <QueuedEntry waiting={one} />
          </li>
        ))}
      </ol>
      {thread !== null && thread.waitsSinceMs !== null && waiting.length === 0 ? (
        <Acknowledgement isFirst={entries.every(({ from }) => from === 'member')} />
      ) : null}
      {thread?.state === 'closed' ? (
        <>
          <p className={styles.closed}>{t(thread.closedBy === 'member' ? 'closedByYou' : 'closedByHouse')}</p>
          {entries.some(({ from }) => from === 'house') ? <Rating thread={thread} /> : null}
        </>
      ) : null}
      {thread === null ? null : <Typing threadId={thread.id} />}
      <div ref={end} />
    </div>
  );
}

/** Says that the desk has the message: a note of the app, not an answer. */
function Acknowledgement({ isFirst }: { isFirst: boolean }) {
  const t = useTranslations('desk');
  return (
    <div className={styles.got} role="status">
      <p>{t('got')}</p>
      {isFirst ? <AnswerTime /> : null}
    </div>
  );
}

function Entry({ threadId, entry }: { threadId: string; entry: DeskEntry }) {
  const t = useTranslations('desk');
  const times = useTimes();
  const { n, from, role, words, file, atMs } = entry;
  const house = role === 'support' || role === 'owner' ? t(`role.${role}`) : t('role.house');
  return (
    <div className={styles.entry} data-from={from}>
      <p className={styles.who}>
        <span>{from === 'member' ? t('you') : house}</span>
        <time dateTime={new Date(atMs).toISOString()}>{times.time(atMs)}</time>
      </p>
      {file === null ? (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      ) : (
        <SentFile threadId={threadId} n={n} file={file} />
      )}
    </div>
  );
}

function Typing({ threadId }: { threadId: string }) {
  const t = useTranslations('desk');
  const typing = useTyping(threadId);
  return (
    <p className={styles.typing} role="status">
      {typing ? t('typing') : ''}
    </p>
  );
}

function isNewDay(entry: DeskEntry, before: DeskEntry | undefined, day: (ms: number) => string): boolean {
  return before === undefined || day(before.atMs) !== day(entry.atMs);
}

/** Scrolls to the end on the first render and after each new message. */
function useEnd(count: string) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (before.current !== count) window.scrollTo({ top: document.documentElement.scrollHeight });
    before.current = count;
  }, [count]);
  return end;
}
