import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { placeIn, rowAt, rowIndexOf, rowStops } from './focus-positions.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), textarea, [tabindex="0"]';

/**
 * Whoever works by keys keeps his place. A new page begins at its heading; a list that he comes back to, at the row
 * that he opened, or at the one that has taken its place; where an act takes away what he stood on, he stands beside.
 */
export function useKeptFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const keeper = useRef<Keeper>(null);
  useEffect(() => {
    const made = keepFocus();
    keeper.current = made;
    return made.stop;
  }, []);
  useEffect(() => {
    if (before.current === pathname) return;
    // From the root everybody is sent on to a page, as if he had opened that: nothing has the focus then, as anywhere.
    if (before.current !== '/') keeper.current?.arrive(before.current, pathname);
    before.current = pathname;
  }, [pathname]);
}

interface Arrival {
  from: string;
  at: string;
}

interface Keeper {
  arrive(from: string, at: string): void;
  stop(): void;
}

/** What had the focus, with what it stood in and which row it was (-1: none). */
interface Stand {
  on: Element;
  within: Element[];
  row: number;
}

function keepFocus(): Keeper {
  let last: Element | null = null;
  let stand: Stand | null = null;
  /** A button that was pressed does nothing while its act is under way; it has the focus again after it. */
  let isHeld = false;
  let arrival: Arrival | null = null;

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    last = target;
    isHeld = false;
    if (!isBeginning(target)) arrival = null;
    if (target.closest('#page') === null) return;
    stand = { on: target, within: ancestorsOf(target), row: rowIndexOf(target) };
  };

  const land = (coming: Arrival): void => {
    const row = rowComingFrom(coming);
    if (row !== null || !isWaiting(coming)) arrival = null;
    if (row !== null) row.focus();
    else if (!isAtBeginning()) heading()?.focus();
  };

  const keep = (): void => {
    if (last === null || document.activeElement !== document.body) return;
    if (last.isConnected) {
      if (last.matches(':disabled')) isHeld = true;
      else if (isHeld) (last as HTMLElement).focus();
      return;
    }
    last = null;
    besides(stand)?.focus({ preventScroll: true });
  };

  const settle = (): void => (arrival === null ? keep() : land(arrival));
  const watch = new MutationObserver(settle);
  document.addEventListener('focusin', onFocus);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return {
    arrive(from, at) {
      const focused = document.activeElement;
      // A form that opens with the focus in its first field has said where to begin.
      if (focused !== null && focused.closest('#page') !== null && !isBeginning(focused)) return;
      arrival = { from, at };
      settle();
    },
    stop() {
      watch.disconnect();
      document.removeEventListener('focusin', onFocus);
    },
  };
}

function page(): HTMLElement | null {
  return document.getElementById('page');
}

function heading(): HTMLElement | null {
  return page()?.querySelector<HTMLElement>('h1') ?? page();
}

/** At the heading once there is one. */
function isAtBeginning(): boolean {
  return document.activeElement !== null && document.activeElement === heading();
}

function isBeginning(one: Element): boolean {
  return one.id === 'page' || one.matches('#page h1');
}

function rowComingFrom({ from, at }: Arrival): HTMLElement | null {
  const place = placeIn(at, from);
  if (place === undefined) return null;
  return rowStops().find((link) => link.dataset.rowLink === from) ?? rowAt(place.index);
}

/** Things are read before they are shown: until then the page has no heading, or a list no rows. */
function isWaiting({ from, at }: Arrival): boolean {
  const isLoading = page()?.querySelector('[role="status"][aria-label]') !== null;
  return page()?.querySelector('h1') === null || (isLoading && placeIn(at, from) !== undefined);
}

/** The row in the place of the one that is gone, else the first thing of what it stood in, else the heading. */
function besides(stand: Stand | null): HTMLElement | null {
  if (stand === null) return heading();
  if (stand.on.isConnected && !stand.on.matches(':disabled')) return stand.on as HTMLElement;
  if (stand.row !== -1) return rowAt(stand.row) ?? heading();
  const left = stand.within.find((one) => one.isConnected);
  if (left === undefined || left.querySelector('h1') !== null) return heading();
  return left.querySelector<HTMLElement>(FOCUSABLE) ?? heading();
}

function ancestorsOf(one: Element): Element[] {
  const all: Element[] = [];
  for (let at = one.parentElement; at !== null && at.id !== 'page'; at = at.parentElement) all.push(at);
  return all;
}
