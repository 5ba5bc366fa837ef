import { useEffect, useRef } from 'react';
import { closeByBack } from './browser-back.ts';

/** `CloseWatcher`, in browsers on phones with a back key or gesture. */
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
 * Closes an open layer by the browser's Back, or the phone's back key or gesture, and keeps the page below. With a
 * close watcher, the key and gesture do not reach the history.
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
