import type { ReactNode } from 'react';
import type { Table } from '../../../api/shared/types.ts';
import { StakeRows } from '../stakes/stake-rows.tsx';
import styles from './side-panel.module.css';
import type { SlipControl } from './use-slip.ts';

interface SidePanelProps {
  /** The strip of own bets, or null where there are none. */
  own: ReactNode;
  dock: ReactNode;
  control: SlipControl;
  table: Table;
}

/** Beside a wide table: own bets, the slip with its stakes, and the dock at the foot. */
export function SidePanel({ own, dock, control, table }: SidePanelProps) {
  const { slip, issues, placing, dispatch } = control;
  const frozen = placing.status === 'sending' || placing.status === 'unsure';
  return (
    <>
      <div className={styles.content}>
        {own}
        {slip.selections.length === 0 ? null : (
          <div className={styles.stakes}>
            <StakeRows slip={slip} table={table} issues={issues} frozen={frozen} dispatch={dispatch} />
          </div>
        )}
      </div>
      {dock}
    </>
  );
}
