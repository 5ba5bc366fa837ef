import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { withWords } from '../language/spoken.ts';
import { useSession } from '../session/use-session.ts';

/** The first screen comes first. */
const AFTER_START_MS = 3000;

/** Without a connection its code cannot come; the app must not fall with it. */
const BreachStrip = lazy<ComponentType>(() =>
  withWords(['book'], () => import('./breach-strip.tsx'))
    .then(({ BreachStrip: Found }) => ({ default: Found }))
    .catch(() => ({ default: () => null })),
);

/** Checks the member's draws as they are settled, and shows on every screen what does not hold. */
export function CheckWatch() {
  const client = useQueryClient();
  const memberId = useSession().me?.id;
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!due || memberId === undefined) return;
    let stop: (() => void) | null = null;
    let left = false;
    import('./settled-checker.ts')
      .then(({ watchSettled }) => {
        if (!left) stop = watchSettled(client, memberId);
      })
      .catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [client, due, memberId]);
  if (!due) return null;
  return (
    <Suspense fallback={null}>
      <BreachStrip />
    </Suspense>
  );
}
