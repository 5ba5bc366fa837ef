/** The subset of JSON Patch (RFC 6902) that vectors use: `add`, `replace`, `remove`, and `repeat` for long lists. */

export type PatchStep =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  /** Not in RFC 6902: sets the path to a list of `count` copies of the value. */
  | { op: 'repeat'; path: string; value: unknown; count: number };

const REPEATED_MIN = 100;

/** Steps that turn the first value into the second. Lists of different lengths are replaced entirely. */
export function patchOf(from: unknown, to: unknown, path = ''): PatchStep[] {
  if (isSame(from, to)) return [];
  if (isRecord(from) && isRecord(to)) {
    const gone = Object.keys(from).filter((key) => !(key in to));
    return [
      ...gone.map((key) => ({ op: 'remove' as const, path: `${path}/${escaped(key)}` })),
      ...Object.keys(to).flatMap((key) => memberPatch(from, to, key, `${path}/${escaped(key)}`)),
    ];
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return to.flatMap((value, index) => patchOf(from[index], value, `${path}/${index}`));
  }
  return [isRepeated(to) ? repeatOf(path, to) : { op: 'replace', path, value: to }];
}

/** A copy of the document with the steps applied. Throws a TypeError if a path does not exist. */
export function applyPatch(document: unknown, steps: readonly PatchStep[]): unknown {
  const holder = { '': structuredClone(document) };
  for (const step of steps) {
    const keys = step.path.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], holder);
    if (keys.length > 0 && (typeof parent !== 'object' || parent === null)) throw new TypeError(`no ${step.path}`);
    const target = (keys.length === 0 ? holder : parent) as Record<string, unknown>;
    if (step.op === 'remove') delete target[last];
    else if (step.op === 'repeat') target[last] = new Array(step.count).fill(step.value);
    else target[last] = structuredClone(step.value);
  }
  return holder[''];
}

function memberPatch(from: object, to: Record<string, unknown>, key: string, path: string): PatchStep[] {
  if (key in from) return patchOf((from as Record<string, unknown>)[key], to[key], path);
  return [isRepeated(to[key]) ? repeatOf(path, to[key]) : { op: 'add', path, value: to[key] }];
}

function repeatOf(path: string, list: readonly unknown[]): PatchStep {
  return { op: 'repeat', path, value: list[0], count: list.length };
}

function isRepeated(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length >= REPEATED_MIN && value.every((one) => one === value[0]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
