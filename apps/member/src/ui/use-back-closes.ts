import { useEffect, useRef } from 'react';

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
 * The phone's back key or gesture closes what is open over the page and leaves the page where it is, as in any other
 * app of the phone. By the browser's close watcher: nothing is put into the history for it.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return;
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => latest.current();
    return () => watcher.destroy();
  }, [open]);
}
