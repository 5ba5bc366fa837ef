import type { Draw } from '../../../api/shared/types.ts';
import type { MarkState } from '../../../ui/mark/mark.tsx';

/**
 * The words beside the dice. First, from the start, that the house runs the beacon. Then what the check on this phone
 * found; `found` is null before it.
 */
export function stripMarks({ houseRun }: Pick<Draw, 'houseRun'>, found: MarkState | null): MarkState[] {
  const others = found === null || found === 'house-run' ? [] : [found];
  return houseRun || found === 'house-run' ? ['house-run', ...others] : others;
}
