import { useTranslations } from 'use-intl';
import { DeskLink } from '../../../features/desk/desk-link.tsx';
import { Amount } from '../../../features/house/amount.tsx';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { SlipTools } from './dock.tsx';
import { Figures } from './figures.tsx';
import { Issues } from './issues.tsx';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import { StakeRow } from './stake-row.tsx';
import styles from './steps.module.css';
import { useIssueText } from './use-issue-text.ts';

/** The bets of the slip, each with its stake. */
export function EditStep({ slip, table, figures, issues, availableMinor, dispatch, onStep }: SlipSheetProps) {
  const t = useTranslations();
  const text = useIssueText();
  const empty = slip.selections.length === 0;
  return (
    <div className={styles.step}>
      {empty ? (
        <p className={styles.empty}>{t('lottery.slipEmpty')}</p>
      ) : (
        <ul>
          {slip.selections.map((selection) => {
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
      )}
      <div className={styles.foot}>
        <div className={styles.line}>
          <SlipTools slip={slip} dispatch={dispatch} />
          <p className={styles.available}>
            {t('money.available')} <Amount minor={availableMinor} className={styles.strong} />
          </p>
        </div>
        <Figures figures={figures} />
        <Issues issues={issues.filter(({ bet }) => bet === null)} />
        <Button wide onClick={() => (issues.length === 0 ? onStep('confirm') : focusFirstProblem())}>
          {t('lottery.goOn')}
        </Button>
        <DeskLink />
        <PlayNote />
      </div>
    </div>
  );
}

/** The button stays alive; where something is wrong it leads there instead of going on. */
function focusFirstProblem(): void {
  document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus();
}
