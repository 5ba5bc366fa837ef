import Info from 'lucide-react/icons/info';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../../api/shared/types.ts';
import { useMoneyNumber } from '../../../features/house/use-money.ts';
import styles from './rules.module.css';

/** The table's limits in one line; a tap opens the rules. */
export const RulesLine = memo(function RulesLine({ table, onOpen }: { table: Table; onOpen: () => void }) {
  const t = useTranslations('tableRules');
  const number = useMoneyNumber();
  const { stakeMinMinor, stakeMaxMinor, slipMaxMinor } = table;
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span className={styles.lineLimits}>
        {t('stakes', { min: number(stakeMinMinor), max: number(stakeMaxMinor), slip: number(slipMaxMinor) })}
      </span>
      <span className={styles.lineOpen}>
        <Info size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('open')}
      </span>
    </button>
  );
});
