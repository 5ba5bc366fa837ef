import type { DrawProof } from '@tercet/fair';

/** What pages show of an unchecked draw. Null: missing in the bundle, or malformed. */
export interface ShownDraw {
  drawId: string | null;
  locksAtMs: number | null;
  dice: readonly number[] | null;
}

const MS_MAX = 8.64e15;

export function shownDraw(draw: DrawProof | null | undefined): ShownDraw {
  const { drawId, locksAtMs, dice } = (draw ?? {}) as { [K in keyof ShownDraw]?: unknown };
  const isTime = typeof locksAtMs === 'number' && Math.abs(locksAtMs) <= MS_MAX;
  const isDice = Array.isArray(dice) && dice.length === 3 && dice.every((die) => Number.isInteger(die));
  return {
    drawId: typeof drawId === 'string' ? drawId : null,
    locksAtMs: isTime ? locksAtMs : null,
    dice: isDice ? dice : null,
  };
}
