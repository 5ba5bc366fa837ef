import type { ReactNode } from 'react';
import type { Table } from '../../../api/shared/types.ts';
import { Part } from '../../../ui/load-failure/part.tsx';
import { preloadable } from '../../../ui/preloadable.tsx';
import styles from './side-panel.module.css';
import type { SlipControl } from './use-slip.ts';

/** Loaded with the first bet, since upright phones show the stakes in the sheet only. */
const StakeRows = preloadable(async () => (await import('../stakes/stake-rows.tsx')).StakeRows);

interface SidePanelProps {
  /** The strip of the member's bets; null if there are none. */
  own: ReactNode;
  dock: ReactNode;
  control: SlipControl;
  table: Table;
}

/** Column beside a wide table: the member's bets, the slip with its stakes, and the dock at the bottom. */
export function SidePanel({ own, dock, control, table }: SidePanelProps) {
  const { slip, issues, placing, dispatch } = control;
  const frozen = placing.status === 'sending' || placing.status === 'unsure';
  return (
    <>
      <div className={styles.content}>
        {own}
        {slip.selections.length === 0 ? null : (
          <Part waiting={null}>
            <StakeRows slip={slip} table={table} issues={issues} frozen={frozen} dispatch={dispatch} />
          </Part>
        )}
      </div>
      {dock}
    </>
  );
}
