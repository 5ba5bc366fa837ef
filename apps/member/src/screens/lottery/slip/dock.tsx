import Repeat from 'lucide-react/icons/repeat-2';
import Trash from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import { Chips } from './chips.tsx';
import styles from './dock.module.css';
import { Figures } from './figures.tsx';
import type { SlipFigures } from './slip-figures.ts';
import type { Selection, Slip, SlipAction } from './slip-reducer.ts';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface DockProps {
  slip: Slip;
  exponent: number;
  figures: SlipFigures;
  last: readonly Selection[];
  /** True where this member cannot bet here just now, whatever he chooses. */
  blocked: boolean;
  /** Said in place of the hint: why nothing can be bet, or what became of the last slip. */
  message: ReactNode;
  dispatch(action: SlipAction): void;
  onReview(): void;
}

/** The foot of the table: chips, and the slip that rises with what is chosen. */
export function Dock({ slip, exponent, figures, last, blocked, message, dispatch, onReview }: DockProps) {
  const t = useTranslations('lottery');
  const count = slip.selections.length;
  const isIdle = blocked && slip.past.length === 0 && last.length === 0;
  return (
    <div className={styles.dock}>
      <Chips
        exponent={exponent}
        chosen={slip.chipMinor}
        onChoose={(chipMinor) => dispatch({ type: 'chip', chipMinor })}
      />
      {message}
      {count === 0 ? (
        isIdle ? null : (
          <div className={styles.start}>
            <p className={styles.hint}>{blocked ? null : t('chooseBet')}</p>
            {slip.past.length > 0 ? (
              <IconButton label={t('undo')} onClick={() => dispatch({ type: 'undo' })}>
                <Undo {...ICON} className={styles.pointing} />
              </IconButton>
            ) : null}
            {last.length > 0 ? (
              <Button look="quiet" onClick={() => dispatch({ type: 'repeat', selections: last })}>
                <Repeat {...ICON} />
                {t('repeat')}
              </Button>
            ) : null}
          </div>
        )
      ) : (
        <div className={styles.risen}>
          <Figures figures={figures} />
          <div className={styles.actions}>
            <SlipTools slip={slip} dispatch={dispatch} />
            <Button className={styles.review} onClick={onReview}>
              {t('review', { count })}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Undo, clear, double: the same three in the dock and on the slip. */
export function SlipTools({ slip, dispatch }: Pick<DockProps, 'slip' | 'dispatch'>) {
  const t = useTranslations('lottery');
  return (
    <div className={styles.tools}>
      <IconButton label={t('undo')} disabled={slip.past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
        <Undo {...ICON} className={styles.pointing} />
      </IconButton>
      <IconButton label={t('clear')} onClick={() => dispatch({ type: 'clear' })}>
        <Trash {...ICON} />
      </IconButton>
      <IconButton label={t('double')} onClick={() => dispatch({ type: 'double' })}>
        <span className={styles.double} aria-hidden="true">
          ×2
        </span>
      </IconButton>
    </div>
  );
}
