import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { useUnfinished } from '../../../features/money/use-unfinished.ts';
import { IconButton } from '../../../ui/button/button.tsx';
import { Stepper } from '../../../ui/stepper/stepper.tsx';
import type { Selection, SlipAction } from '../slip/slip-reducer.ts';
import styles from './stake-row.module.css';
import { useStakeFormat } from './use-stake-format.ts';

interface StakeRowProps {
  selection: Selection;
  bet: TableBet | undefined;
  /** Error message for this stake. */
  problem: string | null;
  dispatch(action: SlipAction): void;
}

/** A bet of the slip with its stake. */
export function StakeRow({ selection, bet, problem, dispatch }: StakeRowProps) {
  const t = useTranslations();
  const name = useBetName()(selection.bet);
  const odds = useOddsText();
  const format = useStakeFormat();
  const problemId = useId();
  const { isUnfinished, noteTyped, noteLeft } = useUnfinished();
  const shownProblem = isUnfinished ? null : problem;

  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <IconButton
          label={t('lottery.remove', { bet: name })}
          className={styles.remove}
          onClick={() => dispatch({ type: 'remove', bet: selection.bet })}
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <div className={styles.words}>
          <span className={styles.name}>{name}</span>
          {bet === undefined ? null : (
            <span className={styles.odds}>
              <span className={styles.facts}>
                <span>
                  <bdi dir="ltr">{odds.multiplierInCell(bet)}</bdi>
                </span>{' '}
                <span>
                  <bdi>{odds.chance(bet)}</bdi>
                </span>
              </span>
            </span>
          )}
        </div>
        <Stepper
          label={t('lottery.stakeOn', { bet: name })}
          lessLabel={t('lottery.less', { bet: name })}
          moreLabel={t('lottery.more', { bet: name })}
          text={format.write(selection.stakeMinor)}
          invalid={problem !== null}
          isUnfinished={isUnfinished}
          describedBy={shownProblem === null ? undefined : problemId}
          onType={(text) => {
            noteTyped(text);
            dispatch({ type: 'stake', bet: selection.bet, read: format.read(text) });
          }}
          onLeave={noteLeft}
          onStep={(by) => dispatch({ type: 'step', bet: selection.bet, by })}
        />
      </div>
      {shownProblem === null ? null : (
        <p id={problemId} className={styles.problem} role="alert">
          {shownProblem}
        </p>
      )}
    </li>
  );
}
