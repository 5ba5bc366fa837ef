import type { Queue } from '../../api/money/figures.ts';
import { rowsAt } from '../pages/page-paths.ts';
import { isAnnounced } from './announcing.ts';
import { playTone } from './tone.ts';

/** Several tabs learn of the same item. The first of them announces it; the others wait this long. */
const ONCE_MS = 3_000;

/** Announces a queue that has grown, by sound and notification if they are on. The text names no member. */
export function announce(queue: Queue, text: string): void {
  if (!isAnnounced('sound') && !isAnnounced('notification')) return;
  void onlyOnce(`tercet-console-${queue.queue}-${queue.count}`, () => {
    if (isAnnounced('sound')) playTone();
    if (isAnnounced('notification') && !document.hasFocus()) notifyOutside(queue, text);
  });
}

/** Runs in one tab of the browser: the lock is kept for as long as other tabs may learn of the same. */
async function onlyOnce(name: string, act: () => void): Promise<void> {
  if (navigator.locks === undefined) {
    act();
    return;
  }
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, ONCE_MS));
  });
}

/** A notification of the browser. A click on it opens the queue in this tab. */
function notifyOutside({ queue, path }: Queue, text: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(text, { tag: `tercet-${queue}` });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    location.assign(`/console${rowsAt(path)}`);
  });
}
