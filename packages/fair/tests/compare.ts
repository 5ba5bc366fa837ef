/** Compares a vector's expected outcome with the package's. Uses nothing of Node. */

export interface VectorResult {
  name: string;
  ok: boolean;
  /** The actual outcome, where it differs from the vector's. */
  detail: string;
}

/** Compares as JSON; an exception counts as an outcome. */
export function compare(name: string, expected: unknown, compute: () => unknown): VectorResult {
  const wanted = JSON.stringify(expected);
  const came = JSON.stringify(outcome(compute));
  return { name, ok: came === wanted, detail: came === wanted ? '' : `expected ${wanted}, came ${came}` };
}

export const TYPE_ERROR = { thrown: 'TypeError' };

function outcome(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    return { thrown: error instanceof Error ? error.name : String(error) };
  }
}
