import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const HOLD_MS = 500;
/** A finger that moves further scrolls the page. */
const MOVE_PX_MAX = 10;
/** The click that a lifted finger makes comes within this time. */
const CLICK_AFTER_MS = 350;

interface Press {
  /** True from a long press until the click that ends it has passed. */
  isHeld: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  x: number;
  y: number;
}

/**
 * Handlers of a button that acts on a tap and opens something on a long press, a right click, the context-menu key or
 * Shift+Enter. A long press is no tap, however it ends.
 */
export function useLongPress(onTap: () => void, onHold: () => void) {
  const press = useRef<Press>({ isHeld: false, timer: undefined, x: 0, y: 0 });
  useEffect(() => () => clearTimeout(press.current.timer), []);
  const drop = () => clearTimeout(press.current.timer);

  function hold(): void {
    drop();
    if (press.current.isHeld) return;
    press.current.isHeld = true;
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
    onPointerDown({ button, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
      drop();
      press.current.isHeld = false;
      if (button !== 0 || !isPrimary) return;
      press.current = { isHeld: false, timer: setTimeout(hold, HOLD_MS), x, y };
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

/** Calls back once nothing presses any more and the click of the last press has passed. */
function afterRelease(act: () => void): void {
  const signs = ['pointerup', 'pointercancel', 'keyup'] as const;
  const released = () => {
    for (const sign of signs) document.removeEventListener(sign, released, true);
    setTimeout(act, CLICK_AFTER_MS);
  };
  for (const sign of signs) document.addEventListener(sign, released, true);
}
