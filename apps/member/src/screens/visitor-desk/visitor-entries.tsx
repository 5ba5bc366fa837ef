import { useTranslations } from 'use-intl';
import type { VisitorEntry, VisitorThread } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './visitor-desk.module.css';

/** Messages of a visitor's conversation, oldest first. */
export function VisitorEntries({ thread: { entries, closed } }: { thread: VisitorThread }) {
  const t = useTranslations('desk');
  return (
    <div className={styles.page}>
      <p className={styles.soft}>{t('never')}</p>
      <ol className={styles.entries} aria-label={t('said')} aria-live="polite" aria-relevant="additions">
        {entries.map((entry) => (
          <Entry key={entry.n} entry={entry} />
        ))}
      </ol>
      {closed ? <p className={styles.soft}>{t('closedByHouse')}</p> : null}
    </div>
  );
}

function Entry({ entry: { from, role, text, atMs } }: { entry: VisitorEntry }) {
  const t = useTranslations('desk');
  const { minute } = useTimes();
  const house = role === 'support' || role === 'owner' ? t(`role.${role}`) : t('role.house');
  return (
    <li className={styles.entry} data-from={from}>
      <p className={styles.sender}>
        <span>{from === 'visitor' ? t('you') : house}</span>
        <time dateTime={new Date(atMs).toISOString()}>{minute(atMs)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {text}
      </p>
    </li>
  );
}
