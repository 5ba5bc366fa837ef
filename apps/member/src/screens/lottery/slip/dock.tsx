import Repeat from 'lucide-react/icons/repeat-2';
import Undo from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { useStable } from '../../../ui/use-stable.ts';
import { Chips } from './chips.tsx';
import styles from './dock.module.css';
import { Figures } from './figures.tsx';
import { NotIn } from './not-in.tsx';
import { SlipTools } from './slip-tools.tsx';
import type { SlipControl } from './use-slip.ts';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface DockProps {
  control: SlipControl;
  exponent: number;
  /** True if this member cannot bet here now, whatever the slip contains. */
  isBlocked: boolean;
  /** True if the server would refuse the slip. */
  isRefused: boolean;
  /** Shown above the slip: why bets are impossible, or the limits. */
  message: ReactNode;
}

/** Bottom of the table: the chips, and a summary of the slip once it has bets. */
export function Dock({ control, exponent, isBlocked, isRefused, message }: DockProps) {
  const t = useTranslations('lottery');
  const { slip, figures, placing, dispatch, review } = control;
  const choose = useStable((chipMinor: bigint) => dispatch({ type: 'chip', chipMinor }));
  const count = slip.selections.length;
  const frozen = !control.isFree;
  return (
    <div className={styles.dock}>
      <Chips exponent={exponent} chosen={slip.chipMinor} disabled={isBlocked || frozen} onChoose={choose} />
      <NotIn placing={placing} />
      {message}
      {count === 0 ? (
        <Start control={control} isBlocked={isBlocked} />
      ) : (
        <div className={styles.risen}>
          <Figures figures={figures} />
          <div className={styles.actions}>
            <SlipTools slip={slip} frozen={frozen} canAdd={!isBlocked} dispatch={dispatch} />
            <Button look={isRefused ? 'quiet' : 'primary'} className={styles.review} onClick={review}>
              {t('review', { count })}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** With an empty slip: a hint, and a button to repeat the last bet. */
function Start({ control, isBlocked }: Pick<DockProps, 'control' | 'isBlocked'>) {
  const t = useTranslations();
  const { slip, last, dispatch, repeat } = control;
  const canUndo = slip.past.length > 0;
  const canRepeat = last.length > 0 && !isBlocked;
  if (isBlocked && !canUndo) return null;
  return (
    <div className={styles.start}>
      <p className={styles.hint}>{isBlocked ? null : t('lottery.chooseBet')}</p>
      {canUndo ? (
        <IconButton label={t('lottery.undo')} onClick={() => dispatch({ type: 'undo' })}>
          <Undo {...ICON} className={styles.pointing} />
        </IconButton>
      ) : null}
      {canRepeat ? (
        <Button look="quiet" onClick={repeat}>
          <Repeat {...ICON} />
          {t('placing.repeat')}
        </Button>
      ) : null}
    </div>
  );
}
