/**
 * The function, but with a memory: what it returned for the same arguments (as JSON) is returned again. It keeps up to
 * `resultsMax` results; with the next one it begins anew.
 */
export function memoize<Arguments extends readonly unknown[], Result>(
  resultsMax: number,
  call: (...of: Arguments) => Result,
): (...of: Arguments) => Result {
  const kept = new Map<string, Result>();
  return (...of) => {
    const key = JSON.stringify(of);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const result = call(...of);
    if (kept.size >= resultsMax) kept.clear();
    kept.set(key, result);
    return result;
  };
}
