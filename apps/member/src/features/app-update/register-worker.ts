const WORKER = '/sw.js';

/** Registers the app's service worker, which caches its files and shows push messages. Resolves when it is ready. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}
