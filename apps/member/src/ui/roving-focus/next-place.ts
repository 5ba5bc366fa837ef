/**
 * The place among `count` buttons in a row that a key moves the focus to; null for other keys. The arrow keys go round
 * at the ends, and follow the direction of the text.
 */
export function nextPlace(key: string, place: number, count: number, isRtl: boolean): number | null {
  if (count === 0) return null;
  const ahead = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === ahead) return (place + 1) % count;
  if (key === back) return (place - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
