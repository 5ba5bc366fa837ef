import type { ReadAmount } from '@tercet/money';
import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { useMoneyNumber } from '../../../features/house/use-money.ts';
import { useAmountFault } from '../../../features/money/use-amount-fault.ts';
import { useUnfinished } from '../../../features/money/use-unfinished.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { Stepper } from '../../../ui/stepper/stepper.tsx';
import { stakeIssue } from '../slip/slip-issues.ts';
import { type Slip, type SlipAction, stepped } from '../slip/slip-reducer.ts';
import { useIssueText } from '../slip/use-issue-text.ts';
import styles from './stake-sheet.module.css';
import { useStakeFormat } from './use-stake-format.ts';

interface StakeSheetProps {
  /** Bet code; null while the sheet is closed. */
  bet: string | null;
  table: Table;
  slip: Slip;
  dispatch(action: SlipAction): void;
  onClose(): void;
}

/** With a finger, the keyboard would cover the sheet. */
const isFinger = matchMedia('(pointer: coarse)');

/** Sheet for the amount of one bet, opened from its cell. Only its button changes the slip. */
export function StakeSheet({ bet: requested, table, slip, dispatch, onClose }: StakeSheetProps) {
  const t = useTranslations('lottery');
  const name = useBetName();
  const odds = useOddsText();
  // Keeps the last bet while the sheet closes.
  const [bet, setBet] = useState(requested);
  if (requested !== null && requested !== bet) setBet(requested);
  const field = useRef<HTMLInputElement>(null);
  const offered = table.bets.find((one) => one.bet === bet);
  const before = slip.selections.find((one) => one.bet === bet)?.stakeMinor ?? 0n;
  return (
    <Sheet
      open={requested !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      initialFocus={isFinger.matches ? undefined : field}
      title={bet === null ? '' : t('stakeOn', { bet: name(bet) })}
      description={
        offered === undefined ? undefined : (
          <>
            <bdi dir="ltr">{odds.multiplier(offered)}</bdi> · <bdi>{odds.chance(offered)}</bdi>
          </>
        )
      }
    >
      {bet === null ? null : (
        <Amount
          key={bet}
          field={field}
          bet={bet}
          before={before}
          chipMinor={slip.chipMinor}
          table={table}
          onSet={(stakeMinor) => {
            dispatch({ type: 'amount', bet, stakeMinor });
            onClose();
          }}
        />
      )}
    </Sheet>
  );
}

interface AmountProps {
  field: RefObject<HTMLInputElement | null>;
  bet: string;
  /** Stake on the slip; 0 if the bet is not on it. */
  before: bigint;
  chipMinor: bigint;
  table: Table;
  onSet(stakeMinor: bigint): void;
}

function Amount({ field, bet, before, chipMinor, table, onSet }: AmountProps) {
  const t = useTranslations();
  const name = useBetName()(bet);
  const number = useMoneyNumber();
  const issueText = useIssueText();
  const format = useStakeFormat();
  const fault = useAmountFault();
  const [read, setRead] = useState<ReadAmount>({ minor: before });
  const stakeMinor = read.minor ?? 0n;
  const noteId = useId();
  const issue = stakeMinor === 0n ? null : stakeIssue({ bet, stakeMinor }, table);
  const { isUnfinished, noteTyped, noteLeft } = useUnfinished();
  const problem = fault(read) ?? (issue === null ? null : issueText(issue));
  const note = isUnfinished ? null : problem;
  const isDisabled = problem !== null || (stakeMinor === 0n && before === 0n);
  const set = () => onSet(stakeMinor);
  const removes = before > 0n && read.minor === 0n;
  return (
    <div className={styles.amount}>
      <Stepper
        label={t('lottery.stakeOn', { bet: name })}
        lessLabel={t('lottery.less', { bet: name })}
        moreLabel={t('lottery.more', { bet: name })}
        text={format.write(stakeMinor)}
        invalid={problem !== null}
        isUnfinished={isUnfinished}
        describedBy={noteId}
        field={field}
        onType={(text) => {
          noteTyped(text);
          setRead(format.read(text));
        }}
        onLeave={noteLeft}
        onEnter={() => {
          if (!isDisabled) set();
        }}
        onStep={(by) => setRead({ minor: stepped(stakeMinor, chipMinor, by) })}
      />
      <p id={noteId} className={note === null ? styles.note : styles.problem} role="status">
        {note ??
          t('tableRules.stakes', {
            min: number(table.stakeMinMinor),
            max: number(table.stakeMaxMinor),
            slip: number(table.slipMaxMinor),
          })}
      </p>
      <Button wide disabled={isDisabled} onClick={set}>
        {removes ? t('lottery.remove', { bet: name }) : t('lottery.setStake')}
      </Button>
    </div>
  );
}
