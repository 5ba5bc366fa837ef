import { useTranslations } from 'use-intl';
import { Amount } from '../../../features/house/amount.tsx';
import styles from './figures.module.css';
import type { SlipFigures } from './slip-figures.ts';

/** Total, greatest win and the balance after: what a thumb should have seen before it goes on. */
export function Figures({ figures }: { figures: SlipFigures }) {
  const t = useTranslations('lottery');
  const short = figures.afterMinor < 0n;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('total')}</dt>
        <dd>
          <Amount minor={figures.totalMinor} unit={false} />
        </dd>
      </div>
      <div>
        <dt>{t('greatestWin')}</dt>
        <dd>
          <Amount minor={figures.greatestMinor} unit={false} />
        </dd>
      </div>
      <div className={short ? styles.short : undefined}>
        <dt>{t('after')}</dt>
        <dd>
          <Amount minor={figures.afterMinor} unit={false} />
        </dd>
      </div>
    </dl>
  );
}
