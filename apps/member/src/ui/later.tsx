import type { ComponentType } from 'react';
import { useEffect, useSyncExternalStore } from 'react';

/** What the screen itself still waits for, such as its pictures, comes first. */
const AFTER_SCREEN_MS = 400;
/** A browser that never comes to rest gets it this much later all the same. */
const AT_LATEST_MS = 800;

/**
 * A part of a screen that nobody sees at first, such as a sheet: its code is asked for once the screen stands, so that
 * it does not keep the screen waiting. Opened sooner than that, it opens as soon as it is there. It is asked for once,
 * since browsers keep it that code did not come until the page is loaded anew: where the screen wants it, it says so.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  let here: ComponentType<Props> | null = null;
  let fault: unknown = null;
  let isAsked = false;
  const listeners = new Set<() => void>();

  function ask(): void {
    load()
      .then(
        (part) => {
          here = part;
        },
        (error: unknown) => {
          fault = error;
        },
      )
      .finally(() => {
        for (const listener of listeners) listener();
      });
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function Later(props: Props) {
    const Part = useSyncExternalStore(listen, () => here);
    const missing = useSyncExternalStore(listen, () => fault);
    if (missing !== null && isWanted(props)) throw missing;
    useEffect(() => {
      if (isAsked) return;
      isAsked = true;
      atRest(ask);
    }, []);
    return Part === null ? null : <Part {...props} />;
  };
}

/** Calls back once the screen stands and the browser has nothing else to do. */
export function atRest(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') act();
    else requestIdleCallback(act, { timeout: AT_LATEST_MS });
  }, AFTER_SCREEN_MS);
}
