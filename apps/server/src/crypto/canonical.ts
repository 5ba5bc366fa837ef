/**
 * One text for one value, by RFC 8785; amounts as decimal text, times as ISO 8601. The book's own form (`canonicalJson`
 * of fair) knows neither numbers nor text beyond ASCII, and reasons are written in any language. Throws a TypeError on
 * what JSON cannot say.
 */
export function canonicalText(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    if (typeof part === 'number' && !Number.isFinite(part)) throw new TypeError('a number without a text');
    return typeof part === 'string' ? part.toWellFormed() : part;
  });
  if (text === undefined) throw new TypeError(`a ${typeof value} has no text`);
  return write(JSON.parse(text));
}

/** JSON.stringify writes numbers and text exactly as RFC 8785 asks; names stand in the order of their UTF-16 units. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`).join(',')}}`;
}
