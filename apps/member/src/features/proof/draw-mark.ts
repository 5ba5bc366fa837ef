import type { DrawProof, Verification } from '@tercet/fair';
import type { Draw, PeriodState } from '../../api/shared/types.ts';
import type { MarkState } from '../../ui/mark/mark.tsx';

const BY_STATE: Record<PeriodState, MarkState> = {
  upcoming: 'open',
  open: 'open',
  locked: 'open',
  sealed: 'sealed',
  late: 'sealed',
  drawn: 'drawn',
  settled: 'drawn',
  void: 'void',
  returned: 'void',
};

/** The mark of a draw that the house reported and nothing has checked. */
export function markOfDraw(draw: Pick<Draw, 'state'>): MarkState {
  return BY_STATE[draw.state];
}

/** The mark of a bundle that nothing has checked. A bundle may lack its draw. */
export function markOfBundle(draw: DrawProof | undefined): MarkState {
  const { entries, dice, root } = draw ?? ({} as Partial<DrawProof>);
  if (dice) return 'drawn';
  if (entries?.void) return 'void';
  return root ? 'sealed' : 'open';
}

/**
 * The mark of a check on this phone. Null for a pending draw, where only the house's report exists. `isPinned`: the
 * user confirmed the book's key.
 */
export function markOfProof(found: Pick<Verification, 'verdict' | 'houseRun'>, isPinned: boolean): MarkState | null {
  switch (found.verdict) {
    case 'verified':
      return isPinned ? 'checked' : 'unpinned';
    case 'time-not-proven':
      return found.houseRun ? 'house-run' : 'unproven';
    case 'void':
    case 'void-time-not-proven':
      return 'void';
    case 'breach':
    case 'overdue':
    case 'incomplete':
      return found.verdict;
    case 'pending':
      return null;
  }
}
