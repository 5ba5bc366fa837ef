import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { placeIn, rowAt, rowIndexOf, rowStops } from './focus-positions.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), textarea, [tabindex="0"]';

/**
 * Keeps the keyboard focus. A new page starts at its heading. A list starts at the row that was opened, or the row in
 * its place. If an act removes the focused element, the focus moves next to it.
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
    // The root redirects to a page. Leave the focus alone then, as on any first load.
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

/** The focused element with its ancestors, and its row (-1: none). */
interface Stand {
  on: Element;
  within: Element[];
  row: number;
}

function keepFocus(): Keeper {
  let last: Element | null = null;
  let stand: Stand | null = null;
  /** A pressed button is disabled during its act; it gets the focus back afterwards. */
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
      // Keep the focus of a form that focuses its first field.
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

/** True if the heading has the focus. */
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

/** True while the page has no heading, or the list no rows, because data is loading. */
function isWaiting({ from, at }: Arrival): boolean {
  const isLoading = page()?.querySelector('[role="status"][aria-label]') !== null;
  return page()?.querySelector('h1') === null || (isLoading && placeIn(at, from) !== undefined);
}

/**
 * The row that took the place, else the first focusable element in the nearest remaining ancestor, else the heading.
 */
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
