import type { ProblemParams } from '../../api/shared/problem.ts';

/** Formats the times among a problem's values: `untilMs` becomes `until`. */
export function timeParams(params: ProblemParams, write: (ms: number) => string): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Ms') && Number.isSafeInteger(Number(value))) written[name.slice(0, -2)] = write(Number(value));
  }
  return written;
}
