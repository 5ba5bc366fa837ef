import { useTranslations } from 'use-intl';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import styles from './counts-table.module.css';
import { frequenciesOf } from './frequencies.ts';
import { MyLine } from './my-line.tsx';
import { type PeriodResult, sumOfResults } from './my-results.ts';

/** Maximum number of draws to count. */
export const COUNTED_MAX = 300;

interface CountsTableProps {
  /** Newest first. */
  draws: readonly { sum: number; period: number }[];
  /** The member's results by period. Null until all are loaded; then no sum is shown. */
  own: ReadonlyMap<number, PeriodResult> | null;
}

/** How often each result was drawn, with the expected range and the sum of the member's results. */
export function CountsTable({ draws, own }: CountsTableProps) {
  const t = useTranslations('history');
  const name = useBetName();
  const counted = draws.slice(0, COUNTED_MAX);
  const periods = counted.map(({ period }) => period);
  const mine = own === null ? null : sumOfResults(own, periods);
  return (
    <div className={styles.part}>
      {mine === null ? null : (
        <p className={styles.own}>
          <span>{t('ownSum')}</span>
          <MyLine own={mine} className={styles.amounts} />
        </p>
      )}
      <table className={styles.table}>
        <caption className={styles.caption}>{t('caption', { count: counted.length })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('result')}</th>
            <th scope="col">{t('drawn')}</th>
            <th scope="col">{t('expected')}</th>
          </tr>
        </thead>
        <tbody>
          {frequenciesOf(counted.map(({ sum }) => sum)).map(({ bet, count, expected }) => (
            <tr key={bet}>
              <th scope="row">{name(bet)}</th>
              <td>
                {count}
                {count < expected.least || count > expected.most ? (
                  <span className={styles.outside}> {t('outside')}</span>
                ) : null}
              </td>
              <td>{t('range', { least: expected.least, most: expected.most })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('band')}</p>
    </div>
  );
}
