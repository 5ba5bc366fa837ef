import { useInfiniteQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { liabilitiesQuery } from '../../../api/lottery/book.ts';
import type { Liabilities, LiabilitiesPage } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Section } from '../../../ui/section/section.tsx';
import styles from './debts.module.css';
import { MyDebt } from './my-debt.tsx';
import { overdueDay } from './overdue-day.ts';

/** `/Book?tab=debts`: what the house owes all members, and the check of the member's own balance in it. */
export function Debts() {
  const t = useTranslations('book.debts');
  const query = useInfiniteQuery(liabilitiesQuery());
  const state = query.data?.pages[0]?.state;
  return (
    <div className={styles.part}>
      <p className={styles.soft}>{t('intro')}</p>
      {state === undefined ? null : <Overdue state={state} />}
      <EndlessQuery
        query={query}
        blocks={[220, 120]}
        empty={
          <Notice sign={<Mark state="open" size={48} silent />} title={t('none')}>
            <p>{t('noneText')}</p>
          </Notice>
        }
      >
        {([latest, ...earlier]) => (
          <div className={styles.part}>
            {latest === undefined ? null : <Latest day={latest} />}
            <p className={styles.soft}>{t('proves')}</p>
            <MyDebt />
            {earlier.length === 0 ? null : <Earlier days={earlier} />}
          </div>
        )}
      </EndlessQuery>
    </div>
  );
}

/** Formats a UTC day, whatever the reader's time zone. */
function useUtcDay(): (date: string) => string {
  return useTimes().utcDay;
}

/** Warns of a missing daily entry, by this phone's clock or the house's own statement. */
function Overdue({ state }: { state: LiabilitiesPage['state'] }) {
  const t = useTranslations('book.debts');
  const day = useUtcDay();
  const date = overdueDay(state, Date.now());
  if (date === null) return null;
  return (
    <div className={styles.overdue} role="alert">
      <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
      <p>{t('overdue', { date: day(date) })}</p>
    </div>
  );
}

function Latest({ day }: { day: Liabilities }) {
  const t = useTranslations('book.debts');
  const format = useFormatter();
  const times = useTimes();
  const written = useUtcDay();
  return (
    <section className={styles.card}>
      <h2 className={styles.label}>{t('owedOn', { date: written(day.date) })}</h2>
      <p className={styles.large}>
        <Amount minor={day.totalMinor} wraps />
      </p>
      <dl className={styles.facts}>
        <Fact label={t('closed')}>{times.moment(day.closedAtMs)}</Fact>
        <Fact label={t('published')}>{times.moment(day.publishedAtMs)}</Fact>
        <Fact label={t('leaves')}>{format.number(day.leaves)}</Fact>
        <Fact label={t('entry')}>
          <bdi dir="ltr">#{day.entry.seq}</bdi>
        </Fact>
      </dl>
      <p className={styles.small}>{t('root')}</p>
      <p className={styles.hex}>{day.root}</p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Earlier({ days }: { days: readonly Liabilities[] }) {
  const t = useTranslations('book.debts');
  const written = useUtcDay();
  return (
    <Section title={t('earlier')}>
      <ul className={styles.list}>
        {days.map(({ date, totalMinor }) => (
          <li key={date} className={styles.day}>
            <span>{written(date)}</span>
            <Amount minor={totalMinor} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
