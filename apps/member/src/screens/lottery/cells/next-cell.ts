export type Direction = 'left' | 'right' | 'up' | 'down';

type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Weight of the distance across the direction, relative to the distance along it. */
const ASIDE = 3;

/**
 * Index of the nearest cell in a visual direction, so that arrow keys also work in right-to-left layouts. `from` if
 * there is none. Left and right stay in their row.
 */
export function nextCell(cells: readonly Rect[], from: number, direction: Direction): number {
  const start = cells[from];
  if (start === undefined) return from;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, cell] of cells.entries()) {
    const right = middle(cell.left, cell.width) - middle(start.left, start.width);
    const down = middle(cell.top, cell.height) - middle(start.top, start.height);
    const sideways = direction === 'left' || direction === 'right';
    const ahead = (sideways ? right : down) * (direction === 'left' || direction === 'up' ? -1 : 1);
    const cost = ahead + Math.abs(sideways ? down : right) * ASIDE;
    const isReachable = !sideways || Math.abs(down) < start.height / 2;
    // Cells of one row may differ by half a pixel, because widths are rounded.
    if (isReachable && ahead > 1 && cost < least) [best, least] = [index, cost];
  }
  return best;
}

function middle(start: number, size: number): number {
  return start + size / 2;
}
