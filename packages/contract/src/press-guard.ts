/** How often a new button is looked at, and for how many looks it must stay where it is: half a second. */
const LOOK_MS = 100;
const LOOKS = 5;

export interface Guarded {
  /** Where the button is, or null while it cannot be seen. */
  place(): string | null;
  onArmed(): void;
}

export interface PressGuard {
  /** True once the button has been visible and still for half a second. */
  readonly armed: boolean;
  pointerDown(): void;
  keyDown(repeat: boolean): void;
  /** Whether a click may act. `detail` is 0 for keys, submitting forms and assistive technology. */
  accepts(detail: number): boolean;
  stop(): void;
}

/**
 * Guards a button that spends against the second tap on the button of the step before. It ignores clicks until it has
 * been still for half a second. It also ignores a press or key that began before that, and a held key.
 */
export function guardPresses({ place, onArmed }: Guarded): PressGuard {
  let armed = false;
  let stalePointer = false;
  let staleKey = false;
  let last: string | null = null;
  let stillFor = 0;
  const timer = setInterval(() => {
    const now = place();
    stillFor = now !== null && now === last ? stillFor + 1 : 0;
    last = now;
    if (stillFor < LOOKS) return;
    clearInterval(timer);
    armed = true;
    onArmed();
  }, LOOK_MS);
  return {
    get armed() {
      return armed;
    },
    pointerDown() {
      stalePointer = !armed;
    },
    keyDown(repeat) {
      staleKey = !armed || repeat;
    },
    accepts(detail) {
      return armed && !(detail === 0 ? staleKey : stalePointer);
    },
    stop() {
      clearInterval(timer);
    },
  };
}

interface Boxed {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** A button's place on the page, so that scrolling does not count as moving; null while it has no size. */
export function placeOf(button: Boxed | null, page: { scrollX: number; scrollY: number }): string | null {
  if (button === null) return null;
  const { left, top, width, height } = button.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  return [left + page.scrollX, top + page.scrollY, width, height].map(Math.round).join(' ');
}
