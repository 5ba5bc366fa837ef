import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { move, NEAR, type View, WHOLE, zoomAt } from './zoom.ts';

const TAPS_MS = 320;
const TAP_PX = 24;
const SWIPE_PX = 56;
const STEP = 1.4;

interface Hand {
  x: number;
  y: number;
}

/** Zooms a picture by two fingers, double tap, wheel and keys. One finger moves it, or swipes to the next. */
export function useZoom(onSwipe: (toward: 'left' | 'right') => void) {
  const [view, setView] = useState<View>(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const hands = useRef(new Map<number, Hand>());
  const began = useRef<Hand | null>(null);
  const tapped = useRef({ at: 0, x: 0, y: 0 });

  function box() {
    const { width = 1, height = 1, left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { width, height, left, top };
  }

  function zoom(by: number, at?: Hand): void {
    const { left, top, ...size } = box();
    const from = at === undefined ? { x: 0, y: 0 } : fromMiddle(at, { left, top, ...size });
    setView((now) => zoomAt(now, by, from, size));
  }

  const zoomNow = useRef(zoom);
  zoomNow.current = zoom;
  useEffect(() => {
    const element = frame.current;
    // Prevents scrolling of the page below. React's wheel listeners are passive and cannot.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomNow.current(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  function onPointerDown(event: PointerEvent): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    hands.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    began.current = hands.current.size === 1 ? { x: event.clientX, y: event.clientY } : null;
  }

  function onPointerMove(event: PointerEvent): void {
    const before = hands.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...hands.current].find(([id]) => id !== event.pointerId)?.[1];
    hands.current.set(event.pointerId, now);
    if (other === undefined) {
      setView((is) => move(is, { x: now.x - before.x, y: now.y - before.y }, box()));
      return;
    }
    const wasApart = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    const apart = Math.hypot(now.x - other.x, now.y - other.y);
    zoom(apart / wasApart, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  function onPointerUp(event: PointerEvent): void {
    hands.current.delete(event.pointerId);
    const from = began.current;
    began.current = null;
    if (from === null || event.type === 'pointercancel') return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (view.scale === 1 && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) {
      onSwipe(dx < 0 ? 'left' : 'right');
    } else if (Math.hypot(dx, dy) < TAP_PX / 2) tap(event);
  }

  function tap({ timeStamp, clientX, clientY }: PointerEvent): void {
    const last = tapped.current;
    const isSecond = timeStamp - last.at < TAPS_MS && Math.hypot(clientX - last.x, clientY - last.y) < TAP_PX;
    tapped.current = { at: isSecond ? 0 : timeStamp, x: clientX, y: clientY };
    if (isSecond) zoom(view.scale > 1 ? 1 / view.scale : NEAR, { x: clientX, y: clientY });
  }

  return {
    view,
    frame,
    nearer: () => zoom(STEP),
    farther: () => zoom(1 / STEP),
    whole: () => setView(WHOLE),
    hands: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  };
}

function fromMiddle(at: Hand, frame: { left: number; top: number; width: number; height: number }): Hand {
  return { x: at.x - frame.left - frame.width / 2, y: at.y - frame.top - frame.height / 2 };
}
