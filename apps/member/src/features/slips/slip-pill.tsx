import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Minus from 'lucide-react/icons/minus';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import { useTranslations } from 'use-intl';
import type { SlipState } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';

const SIGNS = { pending: Clock, won: Check, lost: Minus, void: CornerDownLeft, returned: CornerDownLeft };
const TONES: Record<SlipState, PillTone> = {
  pending: 'wait',
  won: 'good',
  lost: 'plain',
  void: 'wait',
  returned: 'wait',
};

/** Where a slip stands. */
export function SlipPill({ state }: { state: SlipState }) {
  const t = useTranslations('slips.state');
  const Sign = SIGNS[state];
  return (
    <Pill tone={TONES[state]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
