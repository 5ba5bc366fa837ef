import { type RefObject, useEffect, useRef } from 'react';
import { ignorePresses } from '../../../ui/sheet/ignore-presses.ts';

const SHOWN_MS = 8_000;
/** The sheet itself moves the focus within this time after it opened. */
const FOCUS_SETTLES_MS = 500;
/** Events anywhere on the page that show activity of the member. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const;
/** Events that show activity if they are within the sheet. */
const SIGNS_WITHIN = ['pointermove', 'focusin'] as const;

/**
 * Closes a sheet after eight seconds without activity. The first activity keeps it open, as does a pointer over it. The
 * page then ignores presses for a moment, since one may be meant for the sheet.
 */
export function useClosesByItself(sheet: RefObject<HTMLElement | null>, shown: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!shown) return;
    const shownAtMs = performance.now();
    const timer = setTimeout(() => {
      if (isUnderPointer(sheet.current)) return;
      ignorePresses(document);
      latest.current();
    }, SHOWN_MS);
    const keep = () => clearTimeout(timer);
    const keepWithin = (event: Event) => {
      if (event.type === 'focusin' && performance.now() < shownAtMs + FOCUS_SETTLES_MS) return;
      if (event.target instanceof Node && sheet.current?.contains(event.target)) keep();
    };
    for (const sign of SIGNS) document.addEventListener(sign, keep, true);
    for (const sign of SIGNS_WITHIN) document.addEventListener(sign, keepWithin, true);
    return () => {
      keep();
      for (const sign of SIGNS) document.removeEventListener(sign, keep, true);
      for (const sign of SIGNS_WITHIN) document.removeEventListener(sign, keepWithin, true);
    };
  }, [shown, sheet]);
}

/** Whether a mouse rests on the sheet. A finger leaves no pointer behind, although browsers keep its hover. */
function isUnderPointer(sheet: HTMLElement | null): boolean {
  return matchMedia('(hover: hover)').matches && sheet?.matches(':hover') === true;
}
