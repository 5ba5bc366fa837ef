import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { BookEntry } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import styles from './entry-row.module.css';
import type { EntryFacts } from './read-entry.ts';

/** Short title of an entry, or its type if this app does not know it. */
export function EntryTitle({ entry, facts }: { entry: BookEntry; facts: EntryFacts }) {
  const t = useTranslations('book');
  const { text } = facts;
  switch (entry.type) {
    case 'draw':
    case 'seal':
    case 'void':
      return (
        <span className={styles.title}>
          {t(`entry.${entry.type}`)}{' '}
          <bdi dir="ltr" className={styles.id}>
            {text('draw_id')}
          </bdi>
          {entry.type === 'seal' ? (
            <span className={styles.count}>{t('slips', { count: Number(text('count')) })}</span>
          ) : null}
        </span>
      );
    case 'table':
      return (
        <Titled
          title={t('entry.table', { key: text('key') })}
          more={t('fromPeriod', { period: text('first_period') })}
        />
      );
    case 'switch':
      return (
        <Titled
          title={t(text('state') === 'off' ? 'entry.switchOff' : 'entry.switchOn', { what: text('what') })}
          more={text('reason')}
        />
      );
    case 'stop':
      return (
        <Titled
          title={t(text('until') === text('from') ? 'entry.stopEnd' : 'entry.stop', { what: text('what') })}
          more={text('authority') || text('reason')}
        />
      );
    case 'liabilities':
      return (
        <Titled title={t('entry.liabilities', { date: text('date') })} more={<Amount minor={facts.minor('total')} />} />
      );
    case 'rule':
      return <Titled title={t('entry.rule', { what: text('what') })} />;
    case 'notice-of-change':
      return <Titled title={t('entry.notice')} />;
    case 'audit-head':
      return <Titled title={t('entry.auditHead')} more={t('acts', { count: Number(text('size')) })} />;
    default:
      return <Titled title={entry.type} />;
  }
}

function Titled({ title, more }: { title: string; more?: ReactNode }) {
  return (
    <span className={styles.title}>
      {title}
      {more === undefined ? null : <span className={styles.count}>{more}</span>}
    </span>
  );
}
