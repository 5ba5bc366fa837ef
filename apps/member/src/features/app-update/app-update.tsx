import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { useLocaleControl } from '../language/locale-provider.tsx';

/** Leaves the first seconds to the first screen. */
const AFTER_MS = 5_000;

const UpdateBar = preloadable(async () => (await import('./update-bar.tsx')).UpdateBar);

/** Registers the service worker, keeps its language current, and offers an update when one is ready. */
export function AppUpdate() {
  const { locale } = useLocaleControl();
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      // A later release may no longer serve this build's files.
      UpdateBar.ahead().catch(() => undefined);
      // In a browser without storage the app still works online.
      import('./keep-worker.ts')
        .then(({ keepWorker }) => keepWorker(locale, new URL(import.meta.url).pathname, setWaiting))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [locale]);
  if (waiting === null) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        <UpdateBar worker={waiting} onLater={() => setWaiting(null)} />
      </Suspense>
    </PartBoundary>
  );
}
