import { useTranslations } from 'use-intl';
import { tap } from '../../ui/feel/feel.ts';
import { Amount } from '../house/amount.tsx';
import { useMoneyText } from '../house/use-money.ts';
import styles from './quick-amounts.module.css';

interface QuickAmountsProps {
  quickMinor: readonly bigint[];
  /** The current amount; an equal quick amount shows as selected. */
  minor: bigint | null;
  onChoose(minor: bigint): void;
}

/** A few amounts to choose by one tap. None is preselected. */
export function QuickAmounts({ quickMinor, minor, onChoose }: QuickAmountsProps) {
  const t = useTranslations('pad');
  const money = useMoneyText();
  return (
    <ul className={styles.row} aria-label={t('quick')}>
      {quickMinor.map((quick) => (
        <li key={String(quick)}>
          <button
            type="button"
            className={styles.chip}
            aria-label={money(quick)}
            aria-pressed={quick === minor}
            onClick={() => {
              tap();
              onChoose(quick);
            }}
          >
            <Amount minor={quick} unit={false} short />
          </button>
        </li>
      ))}
    </ul>
  );
}
