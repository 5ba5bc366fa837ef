import Armchair from 'lucide-react/icons/armchair';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Dumbbell from 'lucide-react/icons/dumbbell';
import Languages from 'lucide-react/icons/languages';
import MapPinned from 'lucide-react/icons/map-pinned';
import type { HostService } from '../../api/shared/types.ts';

const SIGNS = {
  'city-guide': MapPinned,
  interpreter: Languages,
  'event-host': CalendarDays,
  'sports-partner': Dumbbell,
  'club-table-host': Armchair,
} satisfies Record<HostService, unknown>;

/** All services that a host may offer. */
export const SERVICES = Object.keys(SIGNS) as HostService[];

export function ServiceSign({ service, size = 20 }: { service: HostService; size?: number }) {
  const Sign = SIGNS[service];
  return <Sign size={size} strokeWidth={1.75} aria-hidden="true" />;
}
