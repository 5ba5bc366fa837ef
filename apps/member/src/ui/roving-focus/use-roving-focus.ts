import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useIsRtl } from '../direction.tsx';
import { nextPlace } from './next-place.ts';

interface RovingFocus {
  /** Handlers for the element whose buttons are the row. */
  row: {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onFocus(event: FocusEvent<HTMLElement>): void;
    onBlur(event: FocusEvent<HTMLElement>): void;
  };
  tabIndexOf(place: number): 0 | -1;
}

/**
 * Makes a row of buttons one tab stop: the arrow keys, Home and End move the focus. The stop is the chosen button, or
 * the first without one (`chosen` below 0). `onMove` hears of a move by key. Base UI's toggle groups and tabs do the
 * same, and cost each screen 12 kB.
 */
export function useRovingFocus(chosen: number, onMove?: (place: number) => void): RovingFocus {
  const isRtl = useIsRtl();
  const [focused, setFocused] = useState<number | null>(null);
  const stop = focused ?? Math.max(chosen, 0);
  return {
    row: {
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const buttons = buttonsOf(event.currentTarget);
        const next = nextPlace(event.key, buttons.indexOf(event.target as HTMLElement), buttons.length, isRtl);
        if (next === null) return;
        event.preventDefault();
        buttons[next]?.focus();
        onMove?.(next);
      },
      onFocus(event) {
        const place = buttonsOf(event.currentTarget).indexOf(event.target);
        if (place >= 0) setFocused(place);
      },
      onBlur(event) {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      },
    },
    tabIndexOf: (place) => (place === stop ? 0 : -1),
  };
}

function buttonsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('button')];
}
