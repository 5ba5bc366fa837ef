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

/** How far a draw has come by the house's word alone. */
export function markOfDraw(draw: Pick<Draw, 'state'>): MarkState {
  return BY_STATE[draw.state];
}

/** How far a draw has come by what its bundle shows, before any of it is checked. A bundle may lack its draw. */
export function markOfBundle(draw: DrawProof | undefined): MarkState {
  const { entries, dice, root } = draw ?? ({} as Partial<DrawProof>);
  if (dice) return 'drawn';
  if (entries?.void) return 'void';
  return root ? 'sealed' : 'open';
}

/**
 * What this phone found; null where the draw is not finished, and the house's word is all there is. `isPinned`: the
 * reader confirmed the key that the check rests on.
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
