import type { Lottery, Period, Table } from '../../../api/shared/types.ts';
import type { SlipFigures } from './slip-figures.ts';
import type { SlipIssue } from './slip-issues.ts';
import type { Slip, SlipAction } from './slip-reducer.ts';
import type { Placing } from './use-placing.ts';

export interface SlipSheetProps {
  open: boolean;
  lottery: Lottery;
  table: Table;
  /** The period that the slip is for: the one shown when the sheet was opened. */
  period: Period;
  slip: Slip;
  figures: SlipFigures;
  issues: SlipIssue[];
  availableMinor: string;
  placing: Placing;
  dispatch(action: SlipAction): void;
  onClose(): void;
  onTakePeriod(): void;
  onSend(): void;
  onResend(): void;
  onLookUp(): void;
  onDone(): void;
}
