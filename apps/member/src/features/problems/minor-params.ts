import type { ProblemParams } from '../../api/shared/problem.ts';

/** Formats the amounts among a problem's values: `minMinor` becomes `min`, `leftMinor` becomes `left`. */
export function minorParams(params: ProblemParams, write: (minor: string) => string): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Minor') && /^-?\d+$/.test(String(value))) written[name.slice(0, -5)] = write(String(value));
  }
  return written;
}
