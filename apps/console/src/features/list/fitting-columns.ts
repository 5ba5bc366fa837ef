/** What decides whether a column can leave the table. */
interface Place {
  key: string;
  atEnd?: boolean;
}

/** Columns that stay beside the name as long as possible: what readers compare by row, and what they press. */
const LAST_TO_MOVE = new Set(['state', 'acts']);

/**
 * Splits columns into those of the table and those below the name, if `moved` of them do not fit. The first column
 * stays. Texts move before amounts, states and buttons, from the end on.
 */
export function splitColumns<T extends Place>(columns: readonly T[], moved: number): { inTable: T[]; below: T[] } {
  const order = columns.slice(1).reverse();
  const isLast = ({ key, atEnd }: Place) => atEnd === true || LAST_TO_MOVE.has(key);
  const leaving = new Set([...order.filter((one) => !isLast(one)), ...order.filter(isLast)].slice(0, moved));
  return {
    inTable: columns.filter((one) => !leaving.has(one)),
    below: columns.filter((one) => leaving.has(one)),
  };
}
