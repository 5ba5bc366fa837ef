import type { SumBand } from '@tercet/fair';
import { useFormatter, useTranslations } from 'use-intl';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import styles from './statistics.module.css';

/** The data of the chart as a table. */
export function SumsTable({ bands, draws }: { bands: readonly SumBand[]; draws: number }) {
  const t = useTranslations('book.statistics.numbers');
  const format = useFormatter();
  return (
    <Disclosure label={t('title')} className={styles.details}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('caption', { draws })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sum')}</th>
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('fair')}</th>
            <th scope="col">{t('band')}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ sum, count, expected, low, high }) => (
            <tr key={sum} data-outside={count < low || count > high || undefined}>
              <th scope="row">{sum}</th>
              <td>{format.number(count)}</td>
              <td>{format.number(expected, { maximumFractionDigits: 1, minimumFractionDigits: 1 })}</td>
              <td>
                <bdi dir="ltr">{t('fromTo', { low, high })}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
