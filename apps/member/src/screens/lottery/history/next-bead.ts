/** Beads per column, from top to bottom. */
const BEAD_ROWS = 6;

interface Place {
  index: number;
  count: number;
  isRtl: boolean;
}

/** Index of the bead that a key moves focus to; null for other keys. Arrow keys move visually. */
export function nextBead(key: string, { index, count, isRtl }: Place): number | null {
  const last = count - 1;
  const steps: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    ArrowRight: index + (isRtl ? -BEAD_ROWS : BEAD_ROWS),
    ArrowLeft: index + (isRtl ? BEAD_ROWS : -BEAD_ROWS),
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}
