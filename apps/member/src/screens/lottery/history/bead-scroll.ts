interface Scrolled {
  scrollLeft: number;
  scrollWidth: number;
  clientWidth: number;
}

/** Distance of a row from its end, which is on the left in right-to-left scripts. */
export function distanceFromEnd({ scrollLeft, scrollWidth, clientWidth }: Scrolled): number {
  return scrollWidth - clientWidth - Math.abs(scrollLeft);
}

/** The `scrollLeft` at a distance from the end. From right to left it counts down from 0. */
export function scrollLeftAt(
  { scrollWidth, clientWidth }: Omit<Scrolled, 'scrollLeft'>,
  distance: number,
  isRtl: boolean,
): number {
  const fromStart = Math.max(0, scrollWidth - clientWidth - distance);
  return isRtl ? 0 - fromStart : fromStart;
}
