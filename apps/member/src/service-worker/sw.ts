import { storedSubscription } from '../features/push/stored-subscription.ts';
import { paths } from '../paths.ts';
import { type CachedFiles, createKeeper } from './cached-files.ts';
import { notificationOf } from './notification.ts';
import { openPage } from './open-page.ts';
import type { WorkerScope } from './scope.ts';

// Caches the app's own files, so that it opens offline, and shows push messages. Never intercepts or caches the club's
// answers.

/** Inserted by the build. */
declare const CACHED_FILES: CachedFiles;

const scope = self as unknown as WorkerScope;
const keeper = createKeeper(CACHED_FILES, caches, location.origin, fetch);
const isThrifty = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

// A newer worker waits until the page activates it, so that files do not change while a member is betting.
scope.addEventListener('install', (event) => event.waitUntil(keeper.keep(isThrifty)));
scope.addEventListener('activate', (event) => event.waitUntil(keeper.forgetOthers().then(() => scope.clients.claim())));

scope.addEventListener('fetch', (event) => {
  const answer = keeper.answer(event.request);
  if (answer !== null) event.respondWith(answer);
});

scope.addEventListener('message', (event) => {
  const { what, locale, script } = (event.data ?? {}) as { what?: unknown; locale?: unknown; script?: unknown };
  if (what === 'build') event.ports[0]?.postMessage(typeof script === 'string' && keeper.has(script));
  if (what === 'take-over') event.waitUntil(scope.skipWaiting());
  if (what === 'language' && typeof locale === 'string') {
    // The next page requests it again.
    event.waitUntil(keeper.keepLanguage(locale).catch(() => undefined));
  }
});

scope.addEventListener('push', (event) => {
  event.waitUntil(show(read(event.data)));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(scope, paths.notice()));
});

async function show(pushed: { kind: string; id: string | undefined }): Promise<void> {
  const { title, ...options } = notificationOf(pushed, (await storedSubscription())?.locale ?? null);
  await scope.registration.showNotification(title, options);
}

/**
 * The content of a push message. An unreadable one still shows a general notification, because browsers penalise silent
 * pushes.
 */
function read(data: { json(): unknown } | null): { kind: string; id: string | undefined } {
  try {
    const body = data?.json() as { kind?: unknown; id?: unknown } | null | undefined;
    const { kind, id } = body ?? {};
    return { kind: typeof kind === 'string' ? kind : '', id: typeof id === 'string' ? id : undefined };
  } catch {
    return { kind: '', id: undefined };
  }
}
