import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

/** What this phone does beside showing: nothing, until its owner asks for it. */
export interface Feel {
  touch: boolean;
  sound: boolean;
}

const STORED_AS = 'tercet.feel';
const TAP_MS = 8;
const STAMP_MS = 22;
/** Of a die that strikes the table, once each. */
const STRIKE_MS = 4;

const listeners = new Set<() => void>();
let chosen = read();

function read(): Feel {
  try {
    const stored: unknown = JSON.parse(onPhone.read(STORED_AS) ?? '{}');
    const said = (typeof stored === 'object' ? stored : null) as Partial<Feel> | null;
    return { touch: said?.touch === true, sound: said?.sound === true };
  } catch {
    return { touch: false, sound: false };
  }
}

export function chooseFeel(change: Partial<Feel>): void {
  // Another tab may have chosen the other one.
  const isKept = onPhone.write(STORED_AS, JSON.stringify({ ...read(), ...change }));
  chosen = isKept ? read() : { ...chosen, ...change };
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

/** Whether the phone can be felt at all; iPhones cannot, from a page. */
export const canTouch = 'vibrate' in navigator;

/** A key or a chip was touched. */
export function tap(): void {
  touch(TAP_MS);
  hear((sounds) => sounds.click());
}

/** A die struck the table. */
export function strike(): void {
  touch(STRIKE_MS);
  hear((sounds) => sounds.knock());
}

/** A check came out. */
export function stamp(): void {
  touch(STAMP_MS);
  hear((sounds) => sounds.thud());
}

function touch(ms: number): void {
  // Browsers complain of a page that shakes before anybody touched it.
  if (chosen.touch && canTouch && navigator.userActivation?.hasBeenActive) navigator.vibrate(ms);
}

function hear(play: (sounds: typeof import('./sounds.ts')) => void): void {
  if (!chosen.sound || document.visibilityState === 'hidden') return;
  // Code that does not come is no more than silence.
  import('./sounds.ts').then(play, () => undefined);
}
