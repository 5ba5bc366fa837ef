import { describe, expect, it } from 'vitest';
import { type Direction, nextCell } from './next-cell.ts';

const cell = (left: number, top: number, width = 80) => ({ left, top, width, height: 60 });
/** Two rows of four columns, and a wide cell below. */
const CELLS = [
  ...[0, 86, 172, 258].map((x) => cell(x, 0)),
  ...[0, 86, 172, 258].map((x) => cell(x, 66)),
  cell(0, 132, 338),
];

function walk(from: number, ...steps: Direction[]): number {
  return steps.reduce((at, step) => nextCell(CELLS, at, step), from);
}

describe('arrows on the table', () => {
  it('move to the neighbour on that side', () => {
    expect(walk(0, 'right')).toBe(1);
    expect(walk(5, 'left')).toBe(4);
    expect(walk(1, 'down')).toBe(5);
    expect(walk(6, 'up')).toBe(2);
  });

  it('stay in their row and stop at its end', () => {
    expect(walk(0, 'right', 'right', 'right', 'right')).toBe(3);
    expect(walk(4, 'left')).toBe(4);
    expect(walk(2, 'up')).toBe(2);
  });

  it('stay in a row that is shorter than the row below', () => {
    const uneven = [...[0, 86].map((x) => cell(x, 0)), ...[0, 43, 86, 129].map((x) => cell(x, 66, 40))];
    expect(nextCell(uneven, 1, 'right')).toBe(1);
    expect(nextCell(uneven, 0, 'left')).toBe(0);
    expect(nextCell(uneven, 5, 'left')).toBe(4);
  });

  it('reach a cell of another width', () => {
    expect(walk(5, 'down')).toBe(8);
    expect([5, 6]).toContain(walk(8, 'up'));
  });
});
