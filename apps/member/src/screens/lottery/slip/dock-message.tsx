import { useTranslations } from 'use-intl';
import { Problem } from '../../../api/shared/problem.ts';
import type { LotteryWithTable, Me, Slip, Table } from '../../../api/shared/types.ts';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { LimitLine } from '../bounds/limit-line.tsx';
import { periodCapLeft } from '../bounds/period-cap.ts';
import { useSlipIssue } from '../bounds/use-slip-issue.ts';
import type { MyPeriod } from '../my-bets/my-bets.ts';
import { useResumesAt } from '../play/use-resumes-at.ts';
import styles from './dock-message.module.css';
import { useReasonText } from './use-reason-text.ts';
import type { SlipControl } from './use-slip.ts';

interface DockMessageProps {
  lottery: LotteryWithTable;
  me: Me;
  slip: SlipControl;
  own: readonly MyPeriod[];
}

/**
 * Why the table does not accept bets, or not this slip, with a link to the next step. Otherwise the tightest remaining
 * limits.
 */
export function DockMessage({ lottery, me, slip, own }: DockMessageProps) {
  const t = useTranslations();
  const money = useMoneyText();
  const text = useProblemText();
  const resumesAtMs = useResumesAt();
  if (slip.placing.status === 'unsure') {
    return (
      <p className={styles.message} role="alert">
        {text(slip.placing.problem)} {t('lottery.unsure')}
      </p>
    );
  }
  if (lottery.closed) {
    const words = lottery.stop === null ? 'lottery.closedText' : 'errors.betting-stopped';
    return <p className={styles.message}>{t(words)}</p>;
  }
  if (resumesAtMs !== null) {
    return (
      <div className={styles.message}>
        <p>{text(new Problem('limit-session', 409, { untilMs: resumesAtMs }))}</p>
        <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
          {t('lottery.toLimits')}
        </ButtonLink>
      </div>
    );
  }
  const least = lottery.table.minBalanceMinor;
  if (BigInt(me.availableMinor) >= BigInt(least)) {
    const { slips = [] } = own.find(({ period }) => period === lottery.current.period) ?? {};
    return <Bounds table={lottery.table} availableMinor={me.availableMinor} slip={slip} placed={slips} />;
  }
  return (
    <div className={styles.message}>
      <p>{t('errors.min-balance', { min: money(least) })}</p>
      <ButtonLink look="plain" to={paths.game()} className={styles.wayOn}>
        {t('lottery.otherGames')}
      </ButtonLink>
    </div>
  );
}

interface BoundsProps {
  table: Table;
  availableMinor: string;
  slip: SlipControl;
  /** The member's slips in the open period. */
  placed: readonly Slip[];
}

/** The limit that the slip exceeds, shown before it is sent; otherwise the tightest remaining limits. */
function Bounds({ table, availableMinor, slip, placed }: BoundsProps) {
  const t = useTranslations('placing');
  const money = useMoneyText();
  const text = useReasonText();
  const { figures } = slip;
  const issues = slip.issues.filter(({ code }) => code !== 'no-selection');
  const { selections } = slip.slip;
  const issue = useSlipIssue({ selections, figures, issues, table, closed: false, placed });
  if (issue === null) {
    const left = periodCapLeft(placed, table);
    const isNear = left * 2n < BigInt(table.memberCapMinor);
    return <LimitLine table={table} availableMinor={availableMinor} periodLeftMinor={isNear ? left : null} />;
  }
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
