import { useSyncExternalStore } from 'react';

/** Desktops, and phones in landscape: the table and the slip are side by side. */
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
