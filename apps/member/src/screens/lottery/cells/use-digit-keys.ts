import { useEffect, useRef } from 'react';

/** The digits 1, 2, 3 … choose the first, second, third … of the chips, wherever the focus is on the table. */
export function useDigitKeys(chips: readonly bigint[], choose: (chipMinor: bigint) => void): void {
  const latest = useRef({ chips, choose });
  latest.current = { chips, choose };
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const chip = latest.current.chips[Number(event.key) - 1];
      if (!/^[1-9]$/.test(event.key) || chip === undefined || isMeantForOther(event)) return;
      latest.current.choose(chip);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Keys of a shortcut, of a field or of an open sheet. */
function isMeantForOther({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  const isField = target instanceof Element && target.closest('input:not([type="radio"]), textarea, select') !== null;
  return isField || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
