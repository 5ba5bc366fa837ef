/** How a vector's answer is compared with what the package says. Nothing of Node in here. */

export interface VectorResult {
  name: string;
  ok: boolean;
  /** What came out, where it differs from what the vector says. */
  detail: string;
}

/** Compares as JSON; what is thrown counts as an outcome of its own. */
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
