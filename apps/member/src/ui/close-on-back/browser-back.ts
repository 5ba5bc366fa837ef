/** What the router keeps in the history: the place of an entry. `guard` marks an entry of ours. */
interface EntryState {
  idx?: number;
  guard?: boolean;
}

interface Opened {
  /** Place in the history of the page below. */
  idx: number;
  close(): void;
}

const opened: Opened[] = [];
let isReturning = false;
let isOnGuard = false;

/**
 * Follows the browser's Back. To be called once, before the router: with something open, Back closes that and the page
 * below stays, so the router must not hear of it.
 */
export function followBrowserBack(): void {
  noteEntry();
  window.addEventListener('popstate', onPop, { capture: true });
}

/** To be called when the router has gone to another entry. */
export function noteEntry(): void {
  isOnGuard = here().guard === true;
}

/** Has Back close what was opened last. Returns the way to stop. */
export function closeByBack(close: () => void): () => void {
  const one = { idx: here().idx ?? 0, close };
  opened.push(one);
  guardFirst();
  return () => {
    const place = opened.indexOf(one);
    if (place >= 0) opened.splice(place, 1);
  };
}

/** From the first entry of the app Back would leave the app unheard: one more entry of the same page is put there. */
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
  } else if (wasOnGuard && idx === 0) {
    // From the entry that was put there, to the same page.
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
