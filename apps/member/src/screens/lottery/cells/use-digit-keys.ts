import { useEffect, useRef } from 'react';

/** The keys 1, 2, 3 and so on select a chip, wherever the focus is. */
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

/** True for shortcuts, for keys in a field, and while a sheet is open. */
function isMeantForOther({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  const isField = target instanceof Element && target.closest('input:not([type="radio"]), textarea, select') !== null;
  return isField || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
