import { useSyncExternalStore } from 'react';

/** Reading `matches` makes the browser compute styles, so each list is read once and then followed. */
const known = new WeakMap<MediaQueryList, boolean>();

/** Whether a media query holds, kept current. */
export function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => known.get(query) ?? follow(query),
  );
}

function follow(query: MediaQueryList): boolean {
  known.set(query, query.matches);
  query.addEventListener('change', ({ matches }) => known.set(query, matches));
  return query.matches;
}
