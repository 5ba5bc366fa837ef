import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Slip } from '../../../api/shared/types.ts';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { SpendButton } from '../../../ui/button/spend-button.tsx';
import { MinBalance } from '../bounds/min-balance.tsx';
import { useSlipIssue } from '../bounds/use-slip-issue.ts';
import { EMPTIED } from '../stakes/use-stake-format.ts';
import { Figures } from './figures.tsx';
import { NotIn } from './not-in.tsx';
import { Refused, Unsure } from './refused.tsx';
import type { SlipIssue } from './slip-issues.ts';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import styles from './steps.module.css';
import { useReasonText } from './use-reason-text.ts';

interface FootProps extends SlipSheetProps {
  /** The member's slips in the period of this one. */
  placed: readonly Slip[];
}

/**
 * Total, maximum win, balance after the bet, and the button to place it; always visible. The note below keeps that
 * button away from the position of the button that opened the sheet.
 */
export function ConfirmFoot(props: FootProps) {
  return (
    <>
      <Figures figures={props.figures} />
      <Action {...props} />
      <div className={styles.note}>
        <PlayNote />
      </div>
    </>
  );
}

/** One button in one place for all states of the slip, so that a keyboard keeps its focus. */
function Action(props: FootProps) {
  const { lottery, slip, placing, onLookUp } = props;
  const t = useTranslations('lottery');
  const issue = useSlipIssue({ ...props, selections: slip.selections, closed: lottery.closed });
  const isUnsure = placing.status === 'unsure';
  // The server may count a sent slip already, so do not check it against the limits again.
  const isSent = isUnsure || placing.status === 'sending';
  const reason = isSent ? null : issue;
  return (
    <>
      <NotIn placing={placing} />
      {isUnsure ? <Unsure problem={placing.problem} /> : <Faults {...props} />}
      {reason?.code === 'balance-too-small' ? <TopUp issue={reason} /> : <Place {...props} reason={reason} />}
      {isUnsure ? (
        <Button wide look="quiet" onClick={onLookUp}>
          {t('lookUp')}
        </Button>
      ) : null}
    </>
  );
}

/** The server's last refusal, and a note if the sheet's period has closed. */
function Faults({ placing, period, movedFrom, table, availableMinor }: SlipSheetProps) {
  const t = useTranslations('lottery');
  const refusal = placing.status === 'refused' ? placing.problem : null;
  return (
    <>
      {movedFrom === null ? null : (
        <p className={styles.issue} role="alert">
          {t('periodMoved', { old: String(movedFrom), next: String(period.period) })}
        </p>
      )}
      {refusal === null || (movedFrom !== null && refusal.code === 'betting-closed') ? null : (
        <Refused {...{ table, availableMinor }} problem={refusal} />
      )}
    </>
  );
}

type PlaceSlipProps = 'placing' | 'period' | 'movedFrom' | 'table' | 'availableMinor' | 'onSend' | 'onResend';

interface PlaceProps extends Pick<SlipSheetProps, PlaceSlipProps> {
  reason: SlipIssue | null;
}

/**
 * Button to place the slip in the sheet's period, or to send it again. If the period has changed, its label names the
 * new one.
 */
function Place(props: PlaceProps) {
  const { placing, period, movedFrom, table, availableMinor, onSend, onResend, reason } = props;
  const t = useTranslations('lottery');
  const text = useReasonText();
  const reasonId = useId();
  const { status } = placing;
  const next = String(period.period);
  const isEmptied = reason?.unread === EMPTIED;
  return (
    <>
      {reason === null || isEmptied ? null : (
        <div className={styles.passed}>
          <p id={reasonId} role="status">
            {text(reason)}
          </p>
          {reason.code === 'min-balance' ? (
            <MinBalance minMinor={table.minBalanceMinor} availableMinor={availableMinor} />
          ) : (
            <WayOn code={reason.code} />
          )}
        </div>
      )}
      <SpendButton
        wide
        busy={status === 'sending'}
        disabled={reason !== null}
        aria-describedby={reason === null || isEmptied ? undefined : reasonId}
        step={`${next} ${status}`}
        onClick={() => (status === 'unsure' ? onResend() : onSend(period))}
      >
        {status === 'sending'
          ? t('sending')
          : status === 'unsure'
            ? t('resend')
            : movedFrom === null
              ? t('place')
              : t('placeIn', { next })}
      </SpendButton>
    </>
  );
}

function WayOn({ code }: { code: string }) {
  const t = useTranslations('lottery');
  if (!code.startsWith('limit-')) return null;
  return (
    <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
      {t('toLimits')}
    </ButtonLink>
  );
}

/** Replaces the button to place the bet: what is missing, and the two ways on. The stakes are above, or a top-up. */
function TopUp({ issue }: { issue: SlipIssue }) {
  const t = useTranslations('placing');
  const text = useReasonText();
  const money = useMoneyText();
  const missing = money(String(issue.params.missingMinor ?? '0'));
  return (
    <>
      <p className={styles.passed} role="status">
        {text(issue)}
      </p>
      <ButtonLink wide look="quiet" to={paths.recharge()}>
        {t('topUp', { missing })}
      </ButtonLink>
    </>
  );
}
