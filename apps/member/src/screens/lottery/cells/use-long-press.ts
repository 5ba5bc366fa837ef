import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const HOLD_MS = 500;
/** A finger that moves further is scrolling. */
const MOVE_PX_MAX = 10;
/** Maximum time from the release of a press to its click event. */
const CLICK_AFTER_MS = 350;

interface Press {
  /** True from a long press until its click event would have fired. */
  isHeld: boolean;
  isFinger: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  x: number;
  y: number;
}

/**
 * Event handlers for a button with a tap and a hold action. A long press, right click, context-menu key or Shift+Enter
 * holds. A long press never also taps.
 */
export function useLongPress(onTap: () => void, onHold: () => void) {
  const press = useRef<Press>({ isHeld: false, isFinger: false, timer: undefined, x: 0, y: 0 });
  useEffect(() => () => clearTimeout(press.current.timer), []);
  const drop = () => clearTimeout(press.current.timer);

  function hold(): void {
    drop();
    if (press.current.isHeld) return;
    press.current.isHeld = true;
    if (press.current.isFinger) keepFocus();
    afterRelease(() => {
      press.current.isHeld = false;
    });
    onHold();
  }

  return {
    onClick(event: MouseEvent): void {
      if (press.current.isHeld && event.detail > 0) return;
      onTap();
    },
    onPointerDown({ button, isPrimary, pointerType, clientX: x, clientY: y }: PointerEvent): void {
      drop();
      press.current.isHeld = false;
      press.current.isFinger = pointerType === 'touch';
      if (button !== 0 || !isPrimary) return;
      press.current = { ...press.current, timer: setTimeout(hold, HOLD_MS), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent): void {
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > MOVE_PX_MAX) drop();
    },
    onPointerUp: drop,
    onPointerLeave: drop,
    onPointerCancel: drop,
    onContextMenu(event: MouseEvent): void {
      event.preventDefault();
      hold();
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) onHold();
    },
  };
}

/** Keeps the release of a finger from pressing what has opened below it, which would take the focus from there. */
function keepFocus(): void {
  const released = (event: Event) => {
    document.removeEventListener('touchend', released, true);
    document.removeEventListener('touchcancel', released, true);
    event.preventDefault();
  };
  document.addEventListener('touchend', released, { capture: true, passive: false });
  document.addEventListener('touchcancel', released, true);
}

/** Calls back after the release, once the click event has fired. */
function afterRelease(act: () => void): void {
  const signs = ['pointerup', 'pointercancel', 'keyup'] as const;
  const released = () => {
    for (const sign of signs) document.removeEventListener(sign, released, true);
    setTimeout(act, CLICK_AFTER_MS);
  };
  for (const sign of signs) document.addEventListener(sign, released, true);
}
