import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Minus from 'lucide-react/icons/minus';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import type { Slip } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';
import { outcomeOf, type SlipOutcome } from './settled-words.ts';
import { useOutcomeText } from './use-outcome-text.ts';

const SIGNS = {
  ...{ pending: Clock, won: Check, partly: CornerDownLeft },
  ...{ lost: Minus, void: CornerDownLeft, returned: CornerDownLeft },
};
const TONES: Record<SlipOutcome, PillTone> = {
  pending: 'wait',
  won: 'good',
  partly: 'plain',
  lost: 'plain',
  void: 'wait',
  returned: 'wait',
};

/** The outcome of a slip, with its icon. */
export function SlipPill({ slip }: { slip: Slip }) {
  const text = useOutcomeText();
  const outcome = outcomeOf(slip);
  const Sign = SIGNS[outcome];
  return (
    <Pill tone={TONES[outcome]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {text(slip)}
    </Pill>
  );
}
