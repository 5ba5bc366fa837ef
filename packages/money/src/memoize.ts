/**
 * A memoized function: repeated arguments (compared as JSON) return the cached result. The cache holds up to
 * `resultsMax` results and is cleared when it is full.
 */
export function memoize<Arguments extends readonly unknown[], Result>(
  resultsMax: number,
  call: (...of: Arguments) => Result,
): (...of: Arguments) => Result {
  const cached = new Map<string, Result>();
  return (...of) => {
    const key = JSON.stringify(of);
    const known = cached.get(key);
    if (known !== undefined) return known;
    const result = call(...of);
    if (cached.size >= resultsMax) cached.clear();
    cached.set(key, result);
    return result;
  };
}
