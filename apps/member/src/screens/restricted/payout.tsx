import { useTranslations } from 'use-intl';
import type { Me } from '../../api/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import styles from './restricted.module.css';

/** What is the member's, and the way out with it. */
export function Payout({ me }: { me: Me }) {
  const t = useTranslations();
  return (
    <section className={styles.payout} aria-label={t('mine.balance')}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('money.available')}</dt>
          <dd className={styles.available}>
            <Amount minor={me.availableMinor} />
          </dd>
        </div>
        <div>
          <dt>{t('money.held')}</dt>
          <dd className={styles.held}>
            <Amount minor={me.heldMinor} unit={false} />
          </dd>
        </div>
      </dl>
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
