import type { Lottery, Period, Table } from '../../../api/shared/types.ts';
import type { Placing } from '../placing/use-placing.ts';
import type { SlipFigures } from './slip-figures.ts';
import type { SlipIssue } from './slip-issues.ts';
import type { Slip, SlipAction } from './slip-reducer.ts';

export interface SlipSheetProps {
  open: boolean;
  lottery: Lottery;
  table: Table;
  /** The period that the slip is for. */
  period: Period;
  /** Number of the period that closed while the sheet was open; null if none. */
  movedFrom: number | null;
  slip: Slip;
  figures: SlipFigures;
  issues: SlipIssue[];
  availableMinor: string;
  placing: Placing;
  dispatch(action: SlipAction): void;
  onClose(): void;
  /** `period`: the one that the button showed when it was pressed. */
  onSend(period: Period): void;
  onResend(): void;
  onLookUp(): void;
  onDone(): void;
}
