import type { Slip, Table } from '../../../api/shared/types.ts';
import type { SlipFigures } from '../slip/slip-figures.ts';
import { firstIssue, type SlipIssue } from '../slip/slip-issues.ts';
import type { Selection } from '../slip/slip-reducer.ts';
import { periodCapIssue, periodCapLeft } from './period-cap.ts';
import { usePassedBound } from './use-passed-bound.ts';

interface CheckedSlip {
  selections: readonly Selection[];
  figures: SlipFigures;
  issues: readonly SlipIssue[];
  table: Table;
  closed: boolean;
  /** The member's slips in the period of this one. */
  placed: readonly Pick<Slip, 'selections'>[];
}

/** Why the server would refuse a slip, the same at the table and on the sheet; null if nothing known forbids it. */
export function useSlipIssue({ selections, figures, issues, table, closed, placed }: CheckedSlip): SlipIssue | null {
  const passed = usePassedBound(figures.totalMinor, table.slipMaxMinor);
  const cap = periodCapIssue(selections, table, periodCapLeft(placed, table));
  return firstIssue(issues, [closed ? CLOSED : null, passed, cap]);
}

const CLOSED: SlipIssue = { code: 'table-closed', params: {}, bet: null };
