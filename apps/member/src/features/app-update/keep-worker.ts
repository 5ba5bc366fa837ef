import { registerWorker } from './register-worker.ts';

/**
 * Registers the service worker, keeps its language current, and calls `onWaiting` with an update that waits. `script`
 * is the address of the page's own script; its name changes with each build.
 */
export async function keepWorker(
  locale: string,
  script: string,
  onWaiting: (worker: ServiceWorker) => void,
): Promise<void> {
  const registration = await registerWorker();
  registration.active?.postMessage({ what: 'language', locale });
  const look = async (worker: ServiceWorker) => {
    // Online, the page itself may already be the new version; then the worker takes over without a question.
    if (await isOfBuild(worker, script)) worker.postMessage({ what: 'take-over' });
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

/** True if the worker caches the script of this page. */
function isOfBuild(worker: ServiceWorker, script: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  worker.postMessage({ what: 'build', script }, [port2]);
  return answer;
}
