import type { Host } from '../../api/library/hosts.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Whether a host is visible to members. */
export function HostChip({ host: { shown, removedAtMs } }: { host: Host }) {
  const t = useText();
  if (removedAtMs !== null) return <StateChip tone="quiet" label={t('hosts.is.removed')} />;
  return <StateChip tone={shown ? 'good' : 'wait'} label={t(shown ? 'hosts.is.shown' : 'hosts.is.notShown')} />;
}
