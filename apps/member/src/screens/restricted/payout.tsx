import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { BalanceFigures } from '../../features/money/balance-figures.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import styles from './restricted.module.css';

/** The member's balance, with a link to withdraw it. */
export function Payout({ me }: { me: Me }) {
  const t = useTranslations();
  return (
    <section className={styles.payout} aria-label={t('mine.balance')}>
      <BalanceFigures me={me} />
      {me.closing ? (
        <>
          <p className={styles.soft}>{t('restricted.closingPayout')}</p>
          <ButtonLink wide look="quiet" to={paths.myData()}>
            {t('restricted.closingSee')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink wide to={paths.withdraw()}>
          {t('titles.withdraw')}
        </ButtonLink>
      )}
    </section>
  );
}
