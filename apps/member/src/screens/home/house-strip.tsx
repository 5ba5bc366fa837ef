import { useFormatter, useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './house-strip.module.css';

/** Figures about the house: share of void draws, a missing statement of its debts, and source of the dice. */
export function HouseStrip({ house, houseRun }: { house: House; houseRun: boolean }) {
  const t = useTranslations('home');
  const format = useFormatter();
  const { days, draws, voids } = house.voidRate;
  const share = draws === 0 ? 0 : voids / draws;
  return (
    <dl className={styles.strip}>
      <div className={styles.cell}>
        <dt>{t('voidRate', { days })}</dt>
        <dd>
          <span className={styles.figure}>
            {format.number(share, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 3 })}
          </span>
          <Link to={paths.book({ tab: 'entries', type: 'void' })} className={styles.link}>
            {t('voidCount', { voids, draws })}
          </Link>
        </dd>
      </div>
      {house.liabilities.overdue ? (
        <div className={styles.cell}>
          <dt>{t('debts')}</dt>
          <dd>
            <span className={styles.missing}>{t('debtsMissing')}</span>
            <Link to={paths.book({ tab: 'debts' })} className={styles.link}>
              {t('debtsMissingText')}
            </Link>
          </dd>
        </div>
      ) : null}
      <div className={styles.cell}>
        <dt>{t('beacon')}</dt>
        <dd>
          <span className={styles.figure}>{t(houseRun ? 'beaconLocal' : 'beaconPublic')}</span>
          <span className={styles.note}>{t(houseRun ? 'beaconLocalNote' : 'beaconPublicNote')}</span>
        </dd>
      </div>
    </dl>
  );
}
