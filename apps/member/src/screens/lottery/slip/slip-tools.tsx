import Trash from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/button/button.tsx';
import styles from './dock.module.css';
import type { Slip, SlipAction } from './slip-reducer.ts';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SlipToolsProps {
  slip: Slip;
  frozen?: boolean;
  /** False if the table takes no bets: the stakes cannot be doubled. */
  canAdd?: boolean;
  dispatch(action: SlipAction): void;
}

/** Buttons to undo, clear and double, for the dock and the sheet. */
export function SlipTools({ slip, frozen = false, canAdd = true, dispatch }: SlipToolsProps) {
  const t = useTranslations('lottery');
  const isEmpty = slip.selections.length === 0;
  return (
    <div className={styles.tools}>
      <IconButton
        label={t('undo')}
        disabled={frozen || slip.past.length === 0}
        onClick={() => dispatch({ type: 'undo' })}
      >
        <Undo {...ICON} className={styles.pointing} />
      </IconButton>
      <IconButton label={t('clear')} disabled={frozen || isEmpty} onClick={() => dispatch({ type: 'clear' })}>
        <Trash {...ICON} />
      </IconButton>
      <IconButton
        label={t('double')}
        disabled={frozen || isEmpty || !canAdd}
        onClick={() => dispatch({ type: 'double' })}
      >
        <bdi dir="ltr" className={styles.double} aria-hidden="true">
          ×2
        </bdi>
      </IconButton>
    </div>
  );
}
