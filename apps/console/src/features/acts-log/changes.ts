/** One field that an act recorded before, after, or both. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

/** The recorded fields before and after an act, as text. Unchanged fields are included. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [named(before), named(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
    name,
    before: was.get(name) ?? '',
    after: is.get(name) ?? '',
  }));
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
