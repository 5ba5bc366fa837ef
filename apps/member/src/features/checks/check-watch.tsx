import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { whenLoaded } from '../../ui/load-failure/when-loaded.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';
import { useSession } from '../session/use-session.ts';

/** Leaves time to the screen. */
const AFTER_START_MS = 500;

/** If this script fails to load, the app runs without it and tries again when online. */
const StatusStrips = preloadable<object>(() =>
  withWords(['checks'], async () => (await import('./status-strips.tsx')).StatusStrips),
);

/**
 * Stores the house's statements about draws, checks the member's draws once settled, and shows problems on every
 * screen.
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
      () => import('./settled-draw-watcher.ts'),
      ({ watchSettled }) => watchSettled(client, memberId),
    );
  }, [client, due, memberId]);
  if (!due) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        <StatusStrips />
      </Suspense>
    </PartBoundary>
  );
}
