import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { lazyAhead } from '../../ui/lazy-ahead.tsx';
import { PartBoundary } from '../../ui/lost-code/part-boundary.tsx';
import { whenLoaded } from '../../ui/lost-code/when-loaded.ts';
import { withWords } from '../language/spoken.ts';
import { useSession } from '../session/use-session.ts';

/** The first screen comes first. */
const AFTER_START_MS = 3000;

/** If its script fails to load, the app goes on without it and loads it again when the connection is back. */
const Strips = lazyAhead<object>(() => withWords(['checks'], async () => (await import('./strips.tsx')).Strips));

/**
 * Keeps what the house says of draws, checks the member's draws as they are settled, and shows on every screen what
 * does not hold.
 */
export function CheckWatch() {
  const client = useQueryClient();
  const memberId = useSession().me?.id;
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!due) return;
    return whenLoaded(
      () => import('../claims/claims-watch.ts'),
      ({ watchClaims }) => watchClaims(client),
    );
  }, [client, due]);
  useEffect(() => {
    if (!due || memberId === undefined) return;
    return whenLoaded(
      () => import('./settled-checker.ts'),
      ({ watchSettled }) => watchSettled(client, memberId),
    );
  }, [client, due, memberId]);
  if (!due) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        <Strips />
      </Suspense>
    </PartBoundary>
  );
}
