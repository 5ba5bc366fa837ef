import { inTab } from '@tercet/contract/text-storage.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { noteEntry } from '../ui/close-on-back/browser-back.ts';

const STORED_AS = 'tercet.places';
const PLACES_MAX = 50;
/** Stop waiting for the list after this time; it may be shorter than before. */
const RETURN_MS_MAX = 10_000;
/** The position must hold this long, because pictures and answers above may still load. */
const HOLDS_MS = 500;
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scroll position of each history entry, in pixels. Survives a reload. */
const places = new Map<string, number>(read());

/**
 * A new screen starts at its top with the focus on its title. Going back or reloading restores the position.
 *
 * Positions are deleted on sign-out.
 */
export function useScrollPlace(status: 'unknown' | 'visitor' | 'member'): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const first = useRef(true);
  const kind = useRef(navigation);
  kind.current = navigation;
  const entry = useRef('');
  entry.current = `${key} ${pathname}`;
  useLayoutEffect(() => {
    const mayReturn = kind.current === 'POP' && (!first.current || wasHereBefore());
    const back = returnTo(mayReturn ? (places.get(entry.current) ?? 0) : 0);
    if (!first.current) document.getElementById('screen-title')?.focus({ preventScroll: true });
    first.current = false;
    const own = entry.current;
    const note = () => {
      if (!back.isUnderWay()) keep(entry.current.endsWith(` ${pathname}`) ? entry.current : own, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', write);
    return () => {
      back.stop();
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [pathname]);
  useLayoutEffect(noteEntry);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'member' && status === 'visitor') forgetAll();
    before.current = status;
  }, [status]);
}

/** Scrolls to `top` (pixels) once the page is long enough, unless the user scrolls first. */
function returnTo(top: number): { isUnderWay(): boolean; stop(): void } {
  window.scrollTo({ top, behavior: 'instant' });
  let frame = 0;
  const started = performance.now();
  let reachedAt: number | null = null;
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    for (const name of TAKEN_OVER) window.removeEventListener(name, stop);
  };
  function step(now: number): void {
    const isThere = Math.abs(window.scrollY - top) <= 1;
    if (!isThere) {
      reachedAt = null;
      window.scrollTo({ top, behavior: 'instant' });
    } else reachedAt ??= now;
    if (now - started > RETURN_MS_MAX || (reachedAt !== null && now - reachedAt > HOLDS_MS)) stop();
    else frame = requestAnimationFrame(step);
  }
  if (top > 0) {
    for (const name of TAKEN_OVER) window.addEventListener(name, stop, { passive: true });
    frame = requestAnimationFrame(step);
  }
  return { isUnderWay: () => frame !== 0, stop };
}

/**
 * Disables the browser's scroll restoration, which runs before lists are loaded. Call once, before the first screen.
 */
export function keepScrollPlaces(): void {
  window.history.scrollRestoration = 'manual';
}

/** False if the address was opened directly. */
function wasHereBefore(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'reload' || how?.type === 'back_forward';
}

function keep(entry: string, top: number): void {
  places.delete(entry);
  if (top > 0) places.set(entry, top);
  const oldest = places.keys().next().value;
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

function write(): void {
  inTab.write(STORED_AS, places.size === 0 ? null : JSON.stringify([...places]));
}

function forgetAll(): void {
  places.clear();
  write();
}

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(inTab.read(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

function isPlace(one: unknown): one is [string, number] {
  return Array.isArray(one) && typeof one[0] === 'string' && Number.isFinite(one[1]);
}
