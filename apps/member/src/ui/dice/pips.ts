/** Columns and rows of the pips on each face, from 0 to 2. */
const FACES: Record<number, readonly (readonly [number, number])[]> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

/** Positions of the pips on a face, as columns and rows from 0 to 2. Empty for an unknown value. */
export function pipsOf(value: number): readonly (readonly [number, number])[] {
  return FACES[value] ?? [];
}
