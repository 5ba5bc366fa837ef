import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { withWords } from '../language/spoken.ts';
import { useSession } from '../session/use-session.ts';

/** The first screen comes first. */
const AFTER_START_MS = 3000;

/** Without a connection its code cannot come; the app must not fall with it. */
const Strips = lazy<ComponentType>(() =>
  withWords(['checks'], () => import('./strips.tsx'))
    .then(({ Strips: Found }) => ({ default: Found }))
    .catch(() => ({ default: () => null })),
);

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
    return whenLoaded(import('../claims/claims-watch.ts'), ({ watchClaims }) => watchClaims(client));
  }, [client, due]);
  useEffect(() => {
    if (!due || memberId === undefined) return;
    return whenLoaded(import('./settled-checker.ts'), ({ watchSettled }) => watchSettled(client, memberId));
  }, [client, due, memberId]);
  if (!due) return null;
  return (
    <Suspense fallback={null}>
      <Strips />
    </Suspense>
  );
}

/** Starts once the code is there, unless it is not wanted any more by then. Returns the way to stop. */
function whenLoaded<T>(loading: Promise<T>, start: (code: T) => () => void): () => void {
  let stop: (() => void) | null = null;
  let left = false;
  loading
    .then((code) => {
      if (!left) stop = start(code);
    })
    .catch(() => undefined);
  return () => {
    left = true;
    stop?.();
  };
}
