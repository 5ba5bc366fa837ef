import type { ComponentType } from 'react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { FailureSheet } from './load-failure/failure-sheet.tsx';
import { onAskAgain } from './load-failure/load-failure.ts';

/** Leaves time for the screen's own requests, such as pictures. */
const AFTER_SCREEN_MS = 400;
/** Maximum wait for a browser that never becomes idle. */
const AT_LATEST_MS = 800;

interface Sheet<Props> {
  /** True if the screen needs the part now. Until then it is not mounted, and a load failure stays hidden. */
  isWanted?(props: Props): boolean;
  /** Closes a sheet. If given, a load failure shows in the sheet's place and the screen stays. */
  close?(props: Props): void;
}

/** A part that draws nothing, such as the live stream. It gets all props, and a load failure stays hidden. */
interface Invisible {
  isInvisible: true;
}

/**
 * A lazily loaded part of a screen that is hidden at first, such as a sheet. Its code loads after the screen, when the
 * browser is idle. A tap on the screen must not pay for its closed sheets, so they mount when they are first wanted and
 * take no part in its renders while they are not.
 *
 * If its code fails to load and the part is wanted, the failure shows in its place or is thrown to the screen.
 * `askAgain` retries.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  kind: Sheet<Props> | Invisible = {},
): ComponentType<Props> {
  const isInvisible = 'isInvisible' in kind;
  const { isWanted = () => true, close } = isInvisible ? {} : kind;
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
    if (missing !== null && !isInvisible && isWanted(props)) {
      if (close === undefined) throw missing;
      return <FailureSheet error={missing} onClose={() => close(props)} />;
    }
    return Part === null ? null : <WhileWanted part={Part} given={props} isWanted={isWanted(props)} />;
  };
}

interface WhileWantedProps<Props> {
  part: ComponentType<Props>;
  given: Props;
  isWanted: boolean;
}

/** Mounts the part once it is wanted, and passes props on only while it is, and when it stops being so. */
function WhileWanted<Props extends object>({ part: Part, given, isWanted }: WhileWantedProps<Props>) {
  const kept = useRef<ReactNode>(null);
  const wasWanted = useRef(false);
  if (isWanted || wasWanted.current) kept.current = <Part {...given} />;
  wasWanted.current = isWanted;
  return kept.current;
}

/** Calls back after the first render, once the browser is idle. */
export function atRest(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') act();
    else requestIdleCallback(act, { timeout: AT_LATEST_MS });
  }, AFTER_SCREEN_MS);
}
