import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { useLocaleControl } from '../language/locale-provider.tsx';
import styles from './app-update.module.css';
import { registerWorker } from './register-worker.ts';

/** Leaves the first seconds to the first screen. */
const AFTER_MS = 5_000;

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
  return waiting === null ? null : <Newer worker={waiting} onLater={() => setWaiting(null)} />;
}

async function keep(locale: string, onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await registerWorker();
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

/** Offers the update. The member chooses when, so that nothing changes during an action. */
function Newer({ worker, onLater }: { worker: ServiceWorker; onLater(): void }) {
  const t = useTranslations('newer');
  function take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    worker.postMessage({ what: 'take-over' });
  }
  return (
    <div role="status" className={styles.bar}>
      <p>{t('text')}</p>
      <div className={styles.acts}>
        <Button onClick={take}>{t('take')}</Button>
        <Button look="quiet" onClick={onLater}>
          {t('later')}
        </Button>
      </div>
    </div>
  );
}
