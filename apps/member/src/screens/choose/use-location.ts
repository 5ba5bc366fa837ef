import { useState } from 'react';
import type { Place } from './distance.ts';

const WAIT_MS = 10_000;
const AGE_MS = 10 * 60_000;
const REFUSED = 1;

export type Here = { state: 'off' | 'asking' | 'refused' | 'unavailable' } | { state: 'known'; place: Place };

/** The phone's location, read only on request. It stays on this page and is never sent. */
export function useMyLocation() {
  const [here, setHere] = useState<Here>({ state: 'off' });
  return {
    here,
    forget: () => setHere({ state: 'off' }),
    ask() {
      if (!('geolocation' in navigator)) {
        setHere({ state: 'unavailable' });
        return;
      }
      setHere({ state: 'asking' });
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => setHere({ state: 'known', place: { latitude, longitude } }),
        ({ code }) => setHere({ state: code === REFUSED ? 'refused' : 'unavailable' }),
        { timeout: WAIT_MS, maximumAge: AGE_MS },
      );
    },
  };
}
