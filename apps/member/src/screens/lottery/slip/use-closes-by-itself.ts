import { useEffect, useRef } from 'react';

const SHOWN_MS = 4_000;
/** Events that show activity of the member. */
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Closes something after four seconds without activity. The first activity keeps it open. */
export function useClosesByItself(shown: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => latest.current(), SHOWN_MS);
    const keep = () => clearTimeout(timer);
    for (const sign of SIGNS) document.addEventListener(sign, keep, true);
    return () => {
      keep();
      for (const sign of SIGNS) document.removeEventListener(sign, keep, true);
    };
  }, [shown]);
}
