import { useTranslations } from 'use-intl';
import { Problem } from '../../../api/shared/problem.ts';
import type { LotteryWithTable, Me } from '../../../api/shared/types.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { useResumesAt } from '../play/use-resumes-at.ts';
import styles from './dock-message.module.css';
import type { SlipIssue } from './slip-issues.ts';
import { useIssueText } from './use-issue-text.ts';
import type { SlipControl } from './use-slip.ts';

interface DockMessageProps {
  lottery: LotteryWithTable;
  me: Me;
  slip: SlipControl;
}

/** Why this table takes no bet from this member, or not this slip, with the way on; nothing where it does. */
export function DockMessage({ lottery, me, slip }: DockMessageProps) {
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
  if (lottery.closed) return <p className={styles.message}>{t('lottery.closedText')}</p>;
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
  if (BigInt(me.availableMinor) >= BigInt(least)) return <Passed issues={slip.issues} />;
  return (
    <div className={styles.message}>
      <p>{t('errors.min-balance', { min: money(least) })}</p>
      <ButtonLink look="plain" to={paths.game()} className={styles.wayOn}>
        {t('lottery.otherGames')}
      </ButtonLink>
    </div>
  );
}

/** The limit that the chosen bets pass, said before they are sent. */
function Passed({ issues }: { issues: readonly SlipIssue[] }) {
  const text = useIssueText();
  const name = useBetName();
  const issue = issues.find(({ code }) => code !== 'no-selection');
  if (issue === undefined) return null;
  return (
    <p className={styles.message} role="status">
      {issue.bet === null ? null : `${name(issue.bet)}: `}
      {text(issue)}
    </p>
  );
}
