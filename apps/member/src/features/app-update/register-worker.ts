const WORKER = '/sw.js';

/** The one worker of the app, which keeps its files and shows what is pushed; ready to be asked. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}
