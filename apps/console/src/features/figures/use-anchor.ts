import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Returns the address of a part of this page, with the page's own query. */
export function useAnchor(): (id: string) => string {
  const { search } = useLocation();
  return (id) => `${search}#${id}`;
}

/** Shows an element when a link to its id is followed. Opens it if it is folded. */
export function useAnchorTarget<T extends HTMLElement>(id: string | undefined): RefObject<T | null> {
  const { hash, key } = useLocation();
  const ref = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again
  useEffect(() => {
    const target = ref.current;
    if (target === null || id === undefined || hash !== `#${id}`) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    target.scrollIntoView({ block: 'start' });
  }, [hash, key, id]);
  return ref;
}
