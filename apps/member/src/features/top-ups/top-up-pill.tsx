import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import Eye from 'lucide-react/icons/eye';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import type { TopUpState } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';

const LOOKS: Record<TopUpState, { tone: PillTone; Sign: typeof Check }> = {
  created: { tone: 'plain', Sign: Clock },
  pending: { tone: 'wait', Sign: Clock },
  review: { tone: 'wait', Sign: Eye },
  credited: { tone: 'good', Sign: Check },
  refunded: { tone: 'plain', Sign: CornerDownLeft },
  failed: { tone: 'bad', Sign: X },
  expired: { tone: 'plain', Sign: X },
};

/** The state of a top-up, with its icon. */
export function TopUpPill({ state }: { state: TopUpState }) {
  const t = useTranslations('topUps.state');
  const { tone, Sign } = LOOKS[state];
  return (
    <Pill tone={tone} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
