import { keptPush } from '../features/push/kept-push.ts';
import { paths } from '../paths.ts';
import { notificationOf } from './notification.ts';
import { openPage } from './open-page.ts';
import type { WorkerScope } from './scope.ts';

// Shows what the club pushes, and nothing else: it has no handler for fetches, so it never stands between a page and
// the club and keeps no answer. It is registered only where a member asks for pushed messages.

const scope = self as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('push', (event) => {
  event.waitUntil(show(read(event.data)));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(scope, paths.notice()));
});

async function show(pushed: { kind: string; id: string | undefined }): Promise<void> {
  const { title, ...options } = notificationOf(pushed, (await keptPush())?.locale ?? null);
  await scope.registration.showNotification(title, options);
}

/** What cannot be read is still told, as news in general: a browser takes silence ill. */
function read(data: { json(): unknown } | null): { kind: string; id: string | undefined } {
  try {
    const body = data?.json() as { kind?: unknown; id?: unknown } | null | undefined;
    const { kind, id } = body ?? {};
    return { kind: typeof kind === 'string' ? kind : '', id: typeof id === 'string' ? id : undefined };
  } catch {
    return { kind: '', id: undefined };
  }
}
