/**
 * Canonical JSON (RFC 8785) as the book uses it: ASCII text, no numbers (integers are decimal strings), keys in byte
 * order, no white space. One value has one text.
 */

export type Canonical = string | boolean | null | readonly Canonical[] | { readonly [name: string]: Canonical };

const DEPTH_MAX = 16;
const NOT_ASCII = /[^\u0000-\u007f]/;

/** The canonical text of a value. Throws a TypeError on numbers, `undefined`, non-ASCII text and deep nesting. */
export function canonicalJson(value: Canonical): string {
  return write(value, 0);
}

/**
 * Parses canonical text. Throws a TypeError on any other text: duplicate keys, spaces, numbers or another key order.
 */
export function parseCanonical(text: string): Canonical {
  if (typeof text !== 'string') throw new TypeError('expected text');
  let value: Canonical;
  try {
    value = JSON.parse(text) as Canonical;
  } catch {
    throw new TypeError('not JSON');
  }
  if (canonicalJson(value) !== text) throw new TypeError('not in canonical form');
  return value;
}

function write(value: unknown, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeText(value);
  if (depth === DEPTH_MAX) throw new TypeError('nested too deeply');
  if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no canonical form`);
  const names = Object.keys(value).sort();
  const fields = names.map(
    (name) => `${writeText(name)}:${write((value as Record<string, unknown>)[name], depth + 1)}`,
  );
  return `{${fields.join(',')}}`;
}

/** JSON.stringify escapes ASCII exactly as RFC 8785 requires. */
function writeText(text: string): string {
  if (NOT_ASCII.test(text)) throw new TypeError('text beyond ASCII');
  return JSON.stringify(text);
}
