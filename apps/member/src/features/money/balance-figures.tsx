import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { Amount } from '../house/amount.tsx';
import styles from './balance-figures.module.css';

/** Available and held amounts, side by side. `largest`: use the page's largest figures. */
export function BalanceFigures({ me, largest = false }: { me: Me; largest?: boolean }) {
  const t = useTranslations('money');
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('available')}</dt>
        <dd className={largest ? styles.largest : styles.available}>
          <Amount minor={me.availableMinor} wraps />
        </dd>
      </div>
      <div>
        <dt>{t('held')}</dt>
        <dd className={styles.held}>
          <Amount minor={me.heldMinor} unit={false} />
        </dd>
      </div>
    </dl>
  );
}
