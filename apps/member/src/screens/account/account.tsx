import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { statementQuery } from '../../api/slips.ts';
import type { Transfer } from '../../api/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './account.module.css';

/** Every movement of the balance, newest first. */
export function Account() {
  const t = useTranslations();
  const query = useInfiniteQuery(statementQuery());
  return (
    <Screen title={t('titles.account')} back={paths.mine()} onRefresh={() => query.refetch({ throwOnError: true })}>
      <EndlessQuery
        query={query}
        blocks={[64, 64, 64, 64, 64]}
        empty={
          <Notice sign={<Mark state="open" size={48} silent />} title={t('statement.none')}>
            <p>{t('statement.noneText')}</p>
          </Notice>
        }
      >
        {(transfers) => <Lines transfers={transfers} />}
      </EndlessQuery>
      <PlayNote />
    </Screen>
  );
}

function Lines({ transfers }: { transfers: Transfer[] }) {
  const times = useTimes();
  const days = groupByDay(transfers, times.day);
  return (
    <div className={styles.days}>
      {days.map(({ day, items }) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{day}</h2>
          <ul className={styles.list}>
            {items.map((transfer) => (
              <Line key={transfer.id} transfer={transfer} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('statement');
  const times = useTimes();
  const came = !transfer.amountMinor.startsWith('-') && transfer.amountMinor !== '0';
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <span>{t(`kind.${transfer.kind}`)}</span>
        <span className={styles.time}>{times.clock(transfer.atMs)}</span>
      </span>
      <Amount minor={transfer.amountMinor} sign="exceptZero" unit={false} className={came ? styles.in : styles.out} />
    </li>
  );
}

/** Consecutive movements of one day under one date. */
function groupByDay(transfers: Transfer[], dayOf: (ms: number) => string): { day: string; items: Transfer[] }[] {
  const days: { day: string; items: Transfer[] }[] = [];
  for (const transfer of transfers) {
    const day = dayOf(transfer.atMs);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(transfer);
    else days.push({ day, items: [transfer] });
  }
  return days;
}
