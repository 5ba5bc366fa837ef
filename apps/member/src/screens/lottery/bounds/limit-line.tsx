import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { Table } from '../../../api/shared/types.ts';
import { useMoneyNumber } from '../../../features/house/use-money.ts';
import { bindingLimit } from './binding-limit.ts';
import styles from './limit-line.module.css';
import { useSessionLeft } from './use-session-left.ts';

interface LimitLineProps {
  table: Table;
  availableMinor: string;
  /** What the member can still win in the open period; null if that is over half of the table's cap. */
  periodLeftMinor: bigint | null;
}

/** One line with the tightest remaining limits of stakes, period and session. */
export const LimitLine = memo(function LimitLine(props: LimitLineProps) {
  const { table, availableMinor, periodLeftMinor } = props;
  const t = useTranslations('placing.left');
  const number = useMoneyNumber();
  const limits = useQuery(limitsQuery()).data?.limits ?? [];
  const session = useSessionLeft();
  const [slipMax, available] = [BigInt(table.slipMaxMinor), BigInt(availableMinor)];
  const own = bindingLimit(limits, slipMax < available ? slipMax : available);
  const parts = [
    own === null ? null : t(own.kind, { left: number(own.leftMinor) }),
    periodLeftMinor === null ? null : t('period', { left: number(periodLeftMinor) }),
    session === null ? null : t('session', { left: session }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <p className={styles.line}>{parts.join(' · ')}</p>;
});
