/**
 * Canonical JSON by RFC 8785. Amounts (bigint) become decimal text, and times become ISO 8601. Throws a TypeError for
 * values without a JSON form. The book's own form (`canonicalJson` of fair) allows neither numbers nor text beyond
 * ASCII, but staff write reasons in any language.
 */
export function canonicalText(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    if (typeof part === 'number' && !Number.isFinite(part))
      throw new TypeError('NaN and infinite numbers cannot be serialised');
    return typeof part === 'string' ? part.toWellFormed() : part;
  });
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be serialised`);
  return write(JSON.parse(text));
}

/** `JSON.stringify` writes numbers and text as RFC 8785 requires. Names are sorted by UTF-16 code units. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`).join(',')}}`;
}
