import type { ComponentType } from 'react';
import { useEffect, useSyncExternalStore } from 'react';
import { FailureSheet } from './load-failure/failure-sheet.tsx';
import { onAskAgain } from './load-failure/load-failure.ts';

/** What the screen itself still waits for, such as its pictures, comes first. */
const AFTER_SCREEN_MS = 400;
/** A browser that never comes to rest gets it this much later all the same. */
const AT_LATEST_MS = 800;

interface Wanted<Props> {
  /** Whether the screen wants the part now; until then nothing is said of lost code. */
  isWanted?(props: Props): boolean;
  /** Of a sheet: how it is closed. Lost code is then told in its place, and the screen stays. */
  close?(props: Props): void;
}

/**
 * A part of a screen that nobody sees at first, such as a sheet: its code is asked for once the screen stands, so that
 * it does not keep the screen waiting. Opened sooner than that, it opens as soon as it is there. Lost code that is
 * wanted is told where the part would be, or thrown to the screen, and asked for again after `askAgain`.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isWanted = () => true, close }: Wanted<Props> = {},
): ComponentType<Props> {
  let here: ComponentType<Props> | null = null;
  let fault: unknown = null;
  let isAsked = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function ask(): void {
    fault = null;
    load()
      .then(
        (part) => {
          here = part;
        },
        (error: unknown) => {
          fault = error;
        },
      )
      .finally(tell);
  }

  onAskAgain(() => {
    if (fault !== null) ask();
    tell();
  });

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function Later(props: Props) {
    const Part = useSyncExternalStore(listen, () => here);
    const missing = useSyncExternalStore(listen, () => fault);
    useEffect(() => {
      if (isAsked) return;
      isAsked = true;
      atRest(ask);
    }, []);
    if (missing !== null && isWanted(props)) {
      if (close === undefined) throw missing;
      return <FailureSheet error={missing} onClose={() => close(props)} />;
    }
    return Part === null ? null : <Part {...props} />;
  };
}

/** Calls back once the screen is rendered and the browser is idle. */
export function atRest(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') act();
    else requestIdleCallback(act, { timeout: AT_LATEST_MS });
  }, AFTER_SCREEN_MS);
}
