import { BreachStrip } from './breach-strip.tsx';
import { ClaimsStrip } from './claims-strip.tsx';
import { OverdueStrip } from './overdue-strip.tsx';

/** Strips about problems that this phone found, for every screen; empty without one. */
export function StatusStrips() {
  return (
    <>
      <BreachStrip />
      <ClaimsStrip />
      <OverdueStrip />
    </>
  );
}
