/** Longer than the time in which a person notices that a sheet has closed under their finger. */
const IGNORED_MS = 500;
/** Maximum time from the release of a press to its click event. */
const CLICK_AFTER_MS = 350;

const STARTS = ['pointerdown', 'mousedown', 'touchstart'];
const ENDS = ['pointerup', 'pointercancel'];
const OTHERS = ['mouseup', 'touchend', 'click', 'contextmenu'];

/**
 * Ignores presses on a page for half a second, and all of a press that began in that time. For a sheet that closed by
 * itself: a tap meant for it must not reach what was below it. Keys still work.
 */
export function ignorePresses(page: EventTarget, nowMs: () => number = () => performance.now()): void {
  let untilMs = nowMs() + IGNORED_MS;
  let isDown = false;
  const types = [...STARTS, ...ENDS, ...OTHERS];

  function judge(event: Event): void {
    if (!isDown && nowMs() >= untilMs) {
      stop();
      return;
    }
    // A key or assistive technology presses a button without a pointer.
    if (event.type === 'click' && 'detail' in event && event.detail === 0) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
    if (STARTS.includes(event.type)) isDown = true;
    if (ENDS.includes(event.type)) {
      isDown = false;
      untilMs = Math.max(untilMs, nowMs() + CLICK_AFTER_MS);
    }
  }

  function stop(): void {
    for (const type of types) page.removeEventListener(type, judge, true);
  }

  for (const type of types) page.addEventListener(type, judge, { capture: true, passive: false });
}
