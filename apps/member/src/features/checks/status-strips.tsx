import { BreachStrip } from './breach-strip.tsx';
import { ClaimsStrip } from './claims-strip.tsx';
import { OverdueStrip } from './overdue-strip.tsx';

/** What this phone found, on every screen; nothing as long as all is well. */
export function StatusStrips() {
  return (
    <>
      <BreachStrip />
      <ClaimsStrip />
      <OverdueStrip />
    </>
  );
}
