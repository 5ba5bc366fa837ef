import { useTranslations } from 'use-intl';
import { Problem } from '../../../api/shared/problem.ts';
import type { LotteryWithTable, Me, Slip } from '../../../api/shared/types.ts';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import type { Block } from '../bounds/block.ts';
import { LimitLine } from '../bounds/limit-line.tsx';
import { MinBalance } from '../bounds/min-balance.tsx';
import { periodCapLeft } from '../bounds/period-cap.ts';
import styles from './dock-message.module.css';
import type { SlipIssue } from './slip-issues.ts';
import { useReasonText } from './use-reason-text.ts';
import type { SlipControl } from './use-slip.ts';

interface DockMessageProps {
  lottery: LotteryWithTable;
  me: Me;
  slip: SlipControl;
  block: Block | null;
  /** Why the slip would be refused; null if nothing known forbids it. */
  issue: SlipIssue | null;
  /** The member's slips in the open period. */
  placed: readonly Slip[];
}

/**
 * Why the table does not accept bets, or not this slip, with a link to the next step. Otherwise the tightest remaining
 * limits.
 */
export function DockMessage({ lottery, me, slip, block, issue, placed }: DockMessageProps) {
  const t = useTranslations();
  const text = useProblemText();
  if (slip.placing.status === 'unsure') {
    return (
      <p className={styles.message} role="alert">
        {text(slip.placing.problem)} {t('lottery.unsure')}
      </p>
    );
  }
  if (block !== null) return <Blocked {...{ lottery, me, block }} />;
  if (issue !== null) return <Issue issue={issue} />;
  const { table } = lottery;
  const left = periodCapLeft(placed, table);
  const isNear = left * 2n < BigInt(table.memberCapMinor);
  return <LimitLine table={table} availableMinor={me.availableMinor} periodLeftMinor={isNear ? left : null} />;
}

/** Why the member cannot bet here now, with the next step. */
function Blocked({ lottery, me, block }: Pick<DockMessageProps, 'lottery' | 'me'> & { block: Block }) {
  const t = useTranslations();
  const money = useMoneyText();
  const text = useProblemText();
  const reason = useReasonText();
  if (block.kind === 'closed') {
    const words = lottery.stop === null ? 'lottery.closedText' : 'errors.betting-stopped';
    return <p className={styles.message}>{t(words)}</p>;
  }
  if (block.kind === 'min-balance') {
    const { minBalanceMinor } = lottery.table;
    return (
      <div className={styles.message}>
        <p>{t('errors.min-balance', { min: money(minBalanceMinor) })}</p>
        <MinBalance minMinor={minBalanceMinor} availableMinor={me.availableMinor} />
      </div>
    );
  }
  return (
    <div className={styles.message}>
      <p>
        {block.kind === 'limit'
          ? reason(block.issue)
          : text(new Problem('limit-session', 409, { untilMs: block.resumesAtMs }))}
      </p>
      <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
        {t('lottery.toLimits')}
      </ButtonLink>
    </div>
  );
}

/** What would make the server refuse the slip, shown before it is sent. */
function Issue({ issue }: { issue: SlipIssue }) {
  const t = useTranslations('placing');
  const money = useMoneyText();
  const text = useReasonText();
  if (issue.code !== 'balance-too-small') {
    return (
      <p className={styles.message} role="status">
        {text(issue)}
      </p>
    );
  }
  return (
    <div className={styles.message}>
      <p role="status">{text(issue)}</p>
      <ButtonLink look="plain" to={paths.recharge()} className={styles.wayOn}>
        {t('topUp', { missing: money(String(issue.params.missingMinor ?? '0')) })}
      </ButtonLink>
    </div>
  );
}
