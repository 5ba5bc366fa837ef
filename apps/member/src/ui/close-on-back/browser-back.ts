/** History state of the router: the entry's index. `guard` marks an entry that this file added. */
interface EntryState {
  idx?: number;
  guard?: boolean;
}

interface Opened {
  /** History index of the page below. */
  idx: number;
  close(): void;
}

const opened: Opened[] = [];
let isReturning = false;
let isOnGuard = false;

/**
 * Lets Back close an open layer instead of leaving the page; the router does not see that event. Call once, before the
 * router starts.
 */
export function followBrowserBack(): void {
  noteEntry();
  window.addEventListener('popstate', onPop, { capture: true });
}

/** Call after the router has gone to another entry. */
export function noteEntry(): void {
  isOnGuard = here().guard === true;
}

/** Makes Back close what was opened last. Returns a function that stops this. */
export function closeByBack(close: () => void): () => void {
  const one = { idx: here().idx ?? 0, close };
  opened.push(one);
  guardFirst();
  return () => {
    const place = opened.indexOf(one);
    if (place >= 0) opened.splice(place, 1);
  };
}

/** On the app's first entry, Back would leave the app without an event. Adds a second entry of the same page. */
function guardFirst(): void {
  const state = here();
  if ((state.idx ?? 0) > 0 || state.guard === true) return;
  window.history.pushState({ ...state, idx: 0, guard: true }, '');
  isOnGuard = true;
}

function onPop(event: PopStateEvent): void {
  const state = stateOf(event.state);
  const wasOnGuard = isOnGuard;
  isOnGuard = state.guard === true;
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const top = opened.at(-1);
  const idx = state.idx ?? 0;
  if (top !== undefined && idx < top.idx) {
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(top.idx - idx);
    top.close();
  } else if (wasOnGuard && !isOnGuard && idx === 0) {
    // From the guard entry back to the same page. Back to the guard entry itself comes from another page, which
    // `noteEntry` may not have noted yet.
    event.stopImmediatePropagation();
    if (top === undefined) window.history.back();
    else top.close();
  }
}

function here(): EntryState {
  return stateOf(window.history.state);
}

function stateOf(state: unknown): EntryState {
  return typeof state === 'object' && state !== null ? state : {};
}
