/** One field that an act recorded before, after, or both. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

/** Formats minor units of the house's currency, or of another one. */
type WriteMoney = (minor: string, currency?: string) => string;

const MINOR = /^-?\d+$/;

/**
 * The recorded fields before and after an act, as text. Unchanged fields are included. Fields named `…Minor` are
 * amounts in the currency beside them, or else in the house's.
 */
export function changesOf(before: unknown, after: unknown, money: WriteMoney): Change[] {
  const [was, is] = [named(withMoney(before, money)), named(withMoney(after, money))];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? '',
    after: is.get(name) ?? '',
  }));
}

/** A copy with amounts as text; their names lose `Minor`. */
function withMoney(value: unknown, money: WriteMoney): unknown {
  if (Array.isArray(value)) return value.map((one) => withMoney(one, money));
  if (typeof value !== 'object' || value === null) return value;
  const { currency } = value as { currency?: unknown };
  const of = typeof currency === 'string' ? currency : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      /.Minor$/.test(name) && (one === null || MINOR.test(String(one)))
        ? [name.slice(0, -'Minor'.length), one === null ? null : money(String(one), of)]
        : [name, withMoney(one, money)],
    ),
  );
}

function named(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([['', written(value)]]);
  if (Array.isArray(value)) return new Map([['', value.map(written).join('\n')]]);
  return new Map(Object.entries(value).map(([name, one]) => [name, written(one)]));
}

function written(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
