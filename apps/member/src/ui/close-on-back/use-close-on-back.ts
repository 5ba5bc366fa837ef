import { useEffect, useRef } from 'react';
import { closeByBack } from './browser-back.ts';

/** What browsers with a back key of the phone's own offer; the others have none to ask about. */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}
declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/**
 * The phone's back key or gesture and the browser's Back close what is open over the page and leave the page where it
 * is. Where browsers have a close watcher, the key and the gesture never reach the history.
 */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const stop = closeByBack(() => latest.current());
    const watcher = window.CloseWatcher === undefined ? null : new window.CloseWatcher();
    if (watcher !== null) watcher.onclose = () => latest.current();
    return () => {
      stop();
      watcher?.destroy();
    };
  }, [open]);
}
