import { useTranslations } from 'use-intl';
import { Amount } from '../../../features/house/amount.tsx';
import styles from './figures.module.css';
import type { SlipFigures } from './slip-figures.ts';

/** Total, maximum win including the stake, and balance after the bet or what the balance lacks. */
export function Figures({ figures }: { figures: SlipFigures }) {
  const t = useTranslations();
  const short = figures.afterMinor < 0n;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('lottery.total')}</dt>
        <dd>
          <Amount minor={figures.totalMinor} unit={false} />
        </dd>
      </div>
      <div>
        <dt>{t('placing.greatestWin')}</dt>
        <dd>
          <Amount minor={figures.greatestMinor} unit={false} />
        </dd>
      </div>
      <div className={short ? styles.short : undefined}>
        <dt>{t(short ? 'placing.missing' : 'lottery.balanceAfter')}</dt>
        <dd>
          <Amount minor={short ? -figures.afterMinor : figures.afterMinor} unit={false} />
        </dd>
      </div>
    </dl>
  );
}
