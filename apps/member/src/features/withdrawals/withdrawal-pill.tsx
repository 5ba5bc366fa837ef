import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Eye from 'lucide-react/icons/eye';
import Landmark from 'lucide-react/icons/landmark';
import Scale from 'lucide-react/icons/scale';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import type { Withdrawal } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';
import { type ShownWithdrawalState, shownStateOf } from './withdrawal-state.ts';

const SIGNS = {
  'in-review': Eye,
  'on-hold': Scale,
  approved: Clock,
  sent: Landmark,
  paid: Check,
  refused: X,
  failed: CornerDownLeft,
  returned: CornerDownLeft,
} satisfies Record<ShownWithdrawalState, unknown>;

const TONES: Record<ShownWithdrawalState, PillTone> = {
  'in-review': 'wait',
  'on-hold': 'wait',
  approved: 'wait',
  sent: 'wait',
  paid: 'good',
  refused: 'bad',
  failed: 'bad',
  returned: 'bad',
};

/** The state of a withdrawal, with its icon. */
export function WithdrawalPill({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('withdrawals.states');
  const state = shownStateOf(withdrawal);
  const Sign = SIGNS[state];
  return (
    <Pill tone={TONES[state]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
