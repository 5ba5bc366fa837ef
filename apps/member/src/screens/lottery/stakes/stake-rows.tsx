import { useTranslations } from 'use-intl';
import type { Table } from '../../../api/shared/types.ts';
import { inBetOrder } from '../../../features/bets/bet-order.ts';
import type { SlipIssue } from '../slip/slip-issues.ts';
import type { Slip, SlipAction } from '../slip/slip-reducer.ts';
import styles from '../slip/steps.module.css';
import { useIssueText } from '../slip/use-issue-text.ts';
import { StakeRow } from './stake-row.tsx';

interface StakeRowsProps {
  slip: Slip;
  table: Table;
  issues: readonly SlipIssue[];
  /** True while the outcome of the slip is pending; it cannot be edited. */
  frozen: boolean;
  dispatch(action: SlipAction): void;
}

/** All bets of the slip with their stakes, in the order of the table. */
export function StakeRows({ slip, table, issues, frozen, dispatch }: StakeRowsProps) {
  const t = useTranslations('lottery');
  const text = useIssueText();
  if (slip.selections.length === 0) return <p className={styles.empty}>{t('slipEmpty')}</p>;
  return (
    <ul inert={frozen}>
      {inBetOrder(slip.selections).map((selection) => {
        const issue = issues.find(({ bet }) => bet === selection.bet);
        return (
          <StakeRow
            key={selection.bet}
            selection={selection}
            bet={table.bets.find(({ bet }) => bet === selection.bet)}
            problem={issue === undefined ? null : text(issue)}
            dispatch={dispatch}
          />
        );
      })}
    </ul>
  );
}
