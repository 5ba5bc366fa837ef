import { inTab, onPhone } from '@tercet/contract/text-storage.ts';

/** Chromium's event that lets a page offer to install the app. Other browsers never send it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Number of visits by signed-in members; `never` after the offer was dismissed. */
const STORED_AS = 'tercet.install';
const COUNTED = 'tercet.visit-counted';
const NEVER = 'never';
/** The offer appears from this visit on. */
const VISITS_MIN = 2;

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer until the app shows it. Call once per page. */
export function followInstallOffer(page: EventTarget = window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallEvent);
  });
  page.addEventListener('appinstalled', () => set(null));
}

/** Counts a visit of a signed-in member: once per tab. */
export function countVisit(): void {
  if (inTab.read(COUNTED) !== null) return;
  inTab.write(COUNTED, '1');
  const before = onPhone.read(STORED_AS);
  if (before !== NEVER) onPhone.write(STORED_AS, String(visitsOf(before) + 1));
  notify();
}

/** Whether to offer the installation now. */
export function hasInstallOffer(): boolean {
  const stored = onPhone.read(STORED_AS);
  return offered !== null && stored !== NEVER && visitsOf(stored) >= VISITS_MIN;
}

/** Calls `listener` when the offer comes or goes. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the browser's own question. Afterwards there is no offer in this visit. */
export async function install(): Promise<void> {
  const event = offered;
  set(null);
  await event?.prompt().catch(() => undefined);
}

/** Dismisses the offer for good on this phone. */
export function dismissInstallOffer(): void {
  onPhone.write(STORED_AS, NEVER);
  set(null);
}

function visitsOf(stored: string | null): number {
  return Number.parseInt(stored ?? '', 10) || 0;
}

function set(next: InstallEvent | null): void {
  offered = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
