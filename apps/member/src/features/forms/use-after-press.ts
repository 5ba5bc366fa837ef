import { useRef } from 'react';

interface AfterPress {
  /** For the form's element. */
  handlers: {
    onPointerDownCapture(): void;
    onPointerUpCapture(): void;
    onPointerCancelCapture(): void;
  };
  /** Runs now, or after the release and click of a press that is under way. */
  run(check: () => void): void;
}

/**
 * Checks fields that lose the focus. A press on a button takes the focus first: an error that appeared then would move
 * the button away from under the finger, and the click would be lost.
 */
export function useAfterPress(): AfterPress {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  function release(): void {
    isPressed.current = false;
    const checks = waiting.current.splice(0);
    // The click follows the release at once.
    setTimeout(() => {
      for (const check of checks) check();
    });
  }

  return {
    handlers: {
      onPointerDownCapture() {
        isPressed.current = true;
      },
      onPointerUpCapture: release,
      onPointerCancelCapture: release,
    },
    run(check) {
      if (isPressed.current) waiting.current.push(check);
      else check();
    },
  };
}
