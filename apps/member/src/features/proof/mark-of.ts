import type { DrawProof, Verification } from '@tercet/fair';
import type { Draw, PeriodState } from '../../api/types.ts';
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

/** How far a draw has come by what its bundle shows, before any of it is checked. */
export function markOfBundle({ entries, dice, root }: DrawProof): MarkState {
  if (dice !== null) return 'drawn';
  if (entries?.void) return 'void';
  return root === null || root === undefined ? 'open' : 'sealed';
}

/** What this phone found; null where it could not tell yet, and the house's word is all there is. */
export function markOfProof(found: Pick<Verification, 'verdict' | 'houseRun'>): MarkState | null {
  switch (found.verdict) {
    case 'verified':
      return found.houseRun ? 'house-run' : 'checked';
    case 'time-not-proven':
      return found.houseRun ? 'house-run' : 'unproven';
    case 'void':
      return 'void';
    case 'breach':
      return 'breach';
    case 'pending':
      return null;
  }
}
