import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { LotteryClock } from '../../../features/lotteries/lottery-dial.tsx';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { SpendButton } from '../../../ui/button/spend-button.tsx';
import type { SlipIssue } from './slip-issues.ts';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import styles from './steps.module.css';
import { useIssueText } from './use-issue-text.ts';
import { usePassedBound } from './use-passed-bound.ts';

/** The whole bet once more, before the tap that spends. */
export function ConfirmStep(props: SlipSheetProps) {
  const { slip, lottery, figures, period, placing, onStep, onSend, onTakePeriod } = props;
  const t = useTranslations('lottery');
  const name = useBetName();
  const bound = usePassedBound(figures.totalMinor);
  // What is on its way, or may be in already, counts against the limits itself.
  const passed = placing.status === 'idle' || placing.status === 'refused' ? bound : null;
  const reasonId = useId();
  const moved = period.period !== lottery.current.period;
  return (
    <div className={styles.step}>
      <ul className={styles.bets}>
        {slip.selections.map(({ bet, stakeMinor }) => (
          <li key={bet} className={styles.bet}>
            <span>{name(bet)}</span>
            <Amount minor={stakeMinor} unit={false} />
          </li>
        ))}
      </ul>
      <Sums {...props} passed={passed} reasonId={reasonId} />
      <div className={styles.foot}>
        <Told {...props} />
        {placing.status === 'unsure' ? (
          <UnsureKeys {...props} />
        ) : moved && placing.status !== 'sending' ? (
          <>
            <p className={styles.issue} role="alert">
              {t('periodMoved', { old: String(period.period), next: String(lottery.current.period) })}
            </p>
            <SpendButton wide onClick={onTakePeriod}>
              {t('takePeriod', { next: String(lottery.current.period) })}
            </SpendButton>
          </>
        ) : (
          <SpendButton
            wide
            busy={placing.status === 'sending'}
            disabled={passed !== null}
            aria-describedby={passed === null ? undefined : reasonId}
            onClick={onSend}
          >
            {placing.status === 'sending' ? t('sending') : t('place')}
          </SpendButton>
        )}
        {placing.status === 'unsure' || placing.status === 'sending' ? null : (
          <Button wide look="quiet" onClick={() => onStep('edit')}>
            {t('change')}
          </Button>
        )}
        <PlayNote />
      </div>
    </div>
  );
}

interface SumsProps extends Pick<SlipSheetProps, 'figures' | 'lottery'> {
  passed: SlipIssue | null;
  /** Of the words that say why the slip cannot be sent. */
  reasonId: string;
}

function Sums({ figures, lottery, passed, reasonId }: SumsProps) {
  const t = useTranslations('lottery');
  return (
    <dl className={styles.sums}>
      <div className={styles.total}>
        <dt>{t('total')}</dt>
        <dd>
          <Amount minor={figures.totalMinor} wraps />
        </dd>
        {passed === null ? null : <Passed issue={passed} id={reasonId} />}
      </div>
      <div>
        <dt>{t('greatestWin')}</dt>
        <dd>
          <Amount minor={figures.greatestMinor} />
        </dd>
      </div>
      <div>
        <dt>{t('balanceAfter')}</dt>
        <dd>
          <Amount minor={figures.afterMinor} />
        </dd>
      </div>
      <div>
        <dt>{t('closesIn')}</dt>
        <dd>
          <LotteryClock lottery={lottery} />
        </dd>
      </div>
    </dl>
  );
}

/** Which of his own limits the member would pass, with what is left of it, and where it can be looked at. */
function Passed({ issue, id }: { issue: SlipIssue; id: string }) {
  const t = useTranslations('lottery');
  const text = useIssueText();
  return (
    <dd className={styles.passed}>
      <p id={id} role="status">
        {text(issue)}
      </p>
      <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
        {t('toLimits')}
      </ButtonLink>
    </dd>
  );
}

/** Why the last send did not go through. */
function Told({ placing }: SlipSheetProps) {
  const t = useTranslations('lottery');
  const text = useProblemText();
  if (placing.status === 'unsure') {
    return (
      <p className={styles.unsure} role="alert">
        {text(placing.problem)} {t('unsure')}
      </p>
    );
  }
  if (placing.status !== 'refused') return null;
  return (
    <div className={styles.issue} role="alert">
      <p>
        {text(placing.problem)} {t('nothingTaken')}
      </p>
      <WayOn code={placing.problem.code} />
    </div>
  );
}

/** The member's own bounds, and what he set them to. */
const OWN_BOUNDS = new Set(['limit-stake-slip', 'limit-stake-day', 'limit-loss', 'limit-session', 'excluded']);

/** The house must know first who the member is. */
const IDENTITY = new Set(['identity-needed', 'country-not-served']);

function WayOn({ code }: { code: string }) {
  const t = useTranslations('lottery');
  const titles = useTranslations('titles');
  if (IDENTITY.has(code)) {
    return (
      <ButtonLink look="plain" to={paths.identity()} className={styles.wayOn}>
        {titles('identity')}
      </ButtonLink>
    );
  }
  const to = code === 'min-balance' ? paths.game() : OWN_BOUNDS.has(code) ? paths.limits() : null;
  if (to === null) return null;
  return (
    <ButtonLink look="plain" to={to} className={styles.wayOn}>
      {t(code === 'min-balance' ? 'otherGames' : 'toLimits')}
    </ButtonLink>
  );
}

function UnsureKeys({ onResend, onLookUp }: SlipSheetProps) {
  const t = useTranslations();
  return (
    <>
      <SpendButton wide onClick={onResend}>
        {t('lottery.resend')}
      </SpendButton>
      <Button wide look="quiet" onClick={onLookUp}>
        {t('lottery.lookUp')}
      </Button>
    </>
  );
}
