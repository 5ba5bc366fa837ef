import { pushKey, refusePushes, takePushes } from '../../api/account/push.ts';
import { registerWorker } from '../app-update/register-worker.ts';
import { notePushEndpoint, notePushMember, pushEndpoint, pushMember } from './push-flag.ts';
import { forgetSubscription, storedSubscription, storeSubscription } from './stored-subscription.ts';

/** State of push in this browser. `install-first`: iPhones allow it only for installed apps. */
export type PushState = 'unsupported' | 'install-first' | 'denied' | 'off' | 'on';

export async function readPush(memberId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator && navigator.standalone !== true ? 'install-first' : 'unsupported';
  }
  if ((await permission()) === 'denied') return 'denied';
  return pushMember() === memberId && (await subscription()) !== null ? 'on' : 'off';
}

/** Asks for permission and enables push. Call it only from a tap. */
export async function turnPushOn(memberId: string, locale: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPush(memberId);
  await subscribe(locale);
  notePushMember(memberId);
  return 'on';
}

/** Disables push and tells the club. The local part works even if the club is unreachable. */
export async function turnPushOff(): Promise<void> {
  const endpoint = (await subscription())?.endpoint;
  await silence();
  if (endpoint !== undefined) await refusePushes(endpoint);
}

/** Cancels the push subscription, so that the club can no longer reach this browser. */
export async function silence(): Promise<void> {
  notePushMember(null);
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await forgetSubscription();
}

/** Renews push after a start: newest worker, current language, and the browser's endpoint if it has changed. */
export async function keepPushUp(locale: string): Promise<void> {
  if ((await permission()) === 'granted') await subscribe(locale);
}

/** The browser's permission; `prompt` if it was never requested. */
async function permission(): Promise<string> {
  if (!('permissions' in navigator)) return Notification.permission;
  return (await navigator.permissions.query({ name: 'notifications' })).state;
}

async function subscribe(locale: string): Promise<void> {
  const { pushManager } = await registerWorker();
  const made =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await pushKey() }));
  const { endpoint, keys } = made.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) {
    throw new Error('the push subscription has no endpoint');
  }
  if ((await storedSubscription())?.endpoint !== endpoint || pushEndpoint() !== endpoint) {
    await takePushes({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  }
  await storeSubscription({ locale, endpoint });
  notePushEndpoint(endpoint);
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await registered())?.pushManager.getSubscription()) ?? null;
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;
}
