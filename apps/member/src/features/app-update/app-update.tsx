import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { registerWorker } from './register-worker.ts';

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
      // In a browser without storage the app still works online.
      keep(locale, setWaiting).catch(() => undefined);
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

async function keep(locale: string, onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await registerWorker();
  // A later release may no longer serve this build's files.
  UpdateBar.ahead().catch(() => undefined);
  registration.active?.postMessage({ what: 'language', locale });
  const look = async (worker: ServiceWorker) => {
    // Online, the page itself may already be the new version; then the worker takes over without a question.
    if (await isOfThisBuild(worker)) worker.postMessage({ what: 'take-over' });
    else onWaiting(worker);
  };
  if (registration.waiting !== null) await look(registration.waiting);
  registration.onupdatefound = () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Without an active worker this is the first one, not an update.
      if (coming.state === 'installed' && registration.active !== null) void look(coming);
    });
  };
}

/** True if the worker caches the script of this page. Script names change with each build. */
function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  worker.postMessage({ what: 'build', script: new URL(import.meta.url).pathname }, [port2]);
  return answer;
}
