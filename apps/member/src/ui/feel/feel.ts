import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

/** Vibration and sound on this phone; both are off until the member turns them on. */
export interface Feel {
  touch: boolean;
  sound: boolean;
}

const STORED_AS = 'tercet.feel';
const TAP_MS = 8;
const STAMP_MS = 22;
/** For each die that strikes the table. */
const STRIKE_MS = 4;

const listeners = new Set<() => void>();
let chosen = read();

function read(): Feel {
  try {
    const stored: unknown = JSON.parse(onPhone.read(STORED_AS) ?? '{}');
    const stated = (typeof stored === 'object' ? stored : null) as Partial<Feel> | null;
    return { touch: stated?.touch === true, sound: stated?.sound === true };
  } catch {
    return { touch: false, sound: false };
  }
}

export function chooseFeel(change: Partial<Feel>): void {
  // Read again, since another tab may have changed the other setting.
  const isStored = onPhone.write(STORED_AS, JSON.stringify({ ...read(), ...change }));
  chosen = isStored ? read() : { ...chosen, ...change };
  for (const listener of listeners) listener();
}

export function useFeel(): Feel {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}

/** True if the browser can vibrate. Safari on iPhones cannot. */
export const canTouch = 'vibrate' in navigator;

/** Feedback for a tap on a key or a chip. */
export function tap(): void {
  touch(TAP_MS);
  hear((sounds) => sounds.click());
}

/** Feedback for a die that strikes the table. */
export function strike(): void {
  touch(STRIKE_MS);
  hear((sounds) => sounds.knock());
}

/** Feedback for a finished check. */
export function stamp(): void {
  touch(STAMP_MS);
  hear((sounds) => sounds.thud());
}

function touch(ms: number): void {
  // Browsers log a warning if a page vibrates before the first tap.
  if (chosen.touch && canTouch && navigator.userActivation?.hasBeenActive) navigator.vibrate(ms);
}

function hear(play: (sounds: typeof import('./sounds.ts')) => void): void {
  if (!chosen.sound || document.visibilityState === 'hidden') return;
  // If the code fails to load, the app stays silent.
  import('./sounds.ts').then(play, () => undefined);
}
