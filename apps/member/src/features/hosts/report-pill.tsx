import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import X from 'lucide-react/icons/x';
import { useTranslations } from 'use-intl';
import type { HostReport } from '../../api/shared/types.ts';
import { Pill, type PillTone } from '../../ui/pill/pill.tsx';

const SIGNS = { waiting: Clock, upheld: Check, dismissed: X } satisfies Record<HostReport['state'], unknown>;
const TONES: Record<HostReport['state'], PillTone> = { waiting: 'wait', upheld: 'good', dismissed: 'plain' };

/** The state of a report, with its icon. */
export function ReportPill({ state }: { state: HostReport['state'] }) {
  const t = useTranslations('hosts.report.state');
  const Sign = SIGNS[state];
  return (
    <Pill tone={TONES[state]} sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {t(state)}
    </Pill>
  );
}
