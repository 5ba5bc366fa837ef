import type { ComponentType } from 'react';
import { useEffect, useSyncExternalStore } from 'react';

/** A browser that never comes to rest gets it then all the same. */
const AT_LATEST_MS = 800;

/**
 * A part of a screen that nobody sees at first, such as a sheet: its code is asked for once the screen stands, so that
 * it does not keep the screen waiting. Opened sooner than that, it opens as soon as it is there. Without a line it is
 * asked for again with whatever next changes on the screen.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let here: ComponentType<Props> | null = null;
  let coming = false;
  const listeners = new Set<() => void>();

  function ask(): void {
    if (coming || here !== null) return;
    coming = true;
    load()
      .then((part) => {
        here = part;
        for (const listener of listeners) listener();
      })
      .catch(() => undefined)
      .finally(() => {
        coming = false;
      });
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function Later(props: Props) {
    const Part = useSyncExternalStore(listen, () => here);
    // With every change of the screen: what could not be had before may be now.
    useEffect(() => (here === null ? atRest(ask) : undefined));
    return Part === null ? null : <Part {...props} />;
  };
}

/** Returns the way to call it off. */
function atRest(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, AT_LATEST_MS);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(asked);
}
