import { useSyncExternalStore } from 'react';

/** A desktop, or a phone on its side: the table and the slip stand next to each other. */
const BESIDE = matchMedia(
  '(min-width: 1024px), (orientation: landscape) and (min-width: 640px) and (max-height: 520px)',
);

export function useSidePanel(): boolean {
  return useSyncExternalStore(
    (listener) => {
      BESIDE.addEventListener('change', listener);
      return () => BESIDE.removeEventListener('change', listener);
    },
    () => BESIDE.matches,
  );
}
