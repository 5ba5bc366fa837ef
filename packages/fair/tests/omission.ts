/** The changes that anyone in transit can make to a bundle: remove, null, empty, shorten or swap each of its parts. */
import type { Verdict } from '../src/index.ts';

/** An honest bundle, another of the same shape, and the function by which a reader judges one. */
export interface Subject {
  name: string;
  whole: unknown;
  /** A bundle of another draw, day or member, whose parts must not help when swapped in. */
  other: unknown;
  judge(bundle: unknown): Verdict;
}

type Path = readonly (string | number)[];

export interface Change {
  path: Path;
  act: (typeof ACTS)[number];
}

const ACTS = ['remove', 'null', 'empty', 'shorten', 'swap', 'exchange'] as const;

/** Best first; verdicts of one rank are equally good. */
const RANKS: readonly (readonly Verdict[])[] = [
  ['verified', 'void'],
  ['time-not-proven', 'void-time-not-proven'],
  ['pending'],
  ['overdue'],
  ['incomplete'],
  ['breach'],
];

/** Whether a verdict is better than that of the whole bundle, or newly final. */
export function isBetter(verdict: Verdict, whole: Verdict): boolean {
  const isFinal = verdict === 'verified' || verdict === 'void';
  return rankOf(verdict) < rankOf(whole) || (isFinal && verdict !== whole);
}

function rankOf(verdict: Verdict): number {
  return RANKS.findIndex((rank) => rank.includes(verdict));
}

/** Every change of one part. */
export function changesOf({ whole }: Pick<Subject, 'whole'>): Change[] {
  const all = pathsOf(whole, []).flatMap((path) => ACTS.map((act) => ({ path, act })));
  // A whole other proof answers another question; it is not a changed bundle.
  return all.filter(({ path, act }) => !(act === 'swap' && path.join() === 'proof'));
}

/** A copy of the bundle with the changes; null where a later change no longer finds its part. */
export function changed({ whole, other }: Pick<Subject, 'whole' | 'other'>, changes: readonly Change[]): unknown {
  const copy = structuredClone(whole);
  for (const change of changes) if (!apply(copy, other, change)) return null;
  return copy;
}

/**
 * Whether a change only removes a field, which is missing evidence. Zero and an empty list are other values. A list
 * without one of its elements is another list.
 */
export function isOmission({ whole }: Pick<Subject, 'whole'>, { path, act }: Change): boolean {
  if (Array.isArray(at(whole, path.slice(0, -1)))) return false;
  const value = at(whole, path);
  const isEmptied = act === 'empty' && typeof value !== 'number' && !Array.isArray(value);
  return act === 'remove' || act === 'null' || isEmptied;
}

export function nameOf({ path, act }: Change): string {
  return `${act} ${path.join('.')}`;
}

function pathsOf(value: unknown, path: Path): Path[] {
  const below =
    typeof value === 'object' && value !== null
      ? keysOf(value).flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key]))
      : [];
  return path.length === 0 ? below : [path, ...below];
}

function keysOf(value: object): (string | number)[] {
  return Array.isArray(value) ? value.map((_one, index) => index) : Object.keys(value);
}

function apply(bundle: unknown, other: unknown, { path, act }: Change): boolean {
  const key = path.at(-1);
  const parent = at(bundle, path.slice(0, -1)) as Record<string | number, unknown> | null | undefined;
  if (key === undefined || typeof parent !== 'object' || parent === null || !(key in parent)) return false;
  const value = parent[key];
  if (act === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if (act === 'null') parent[key] = null;
  else if (act === 'empty') parent[key] = emptied(value);
  else if (act === 'shorten') parent[key] = shortened(value);
  else if (act === 'swap') parent[key] = structuredClone(at(other, path));
  else return exchange(parent, key);
  return true;
}

/** Swaps a part with the next one beside it. */
function exchange(parent: Record<string | number, unknown>, key: string | number): boolean {
  const keys = keysOf(parent);
  const next = keys[(keys.indexOf(key) + 1) % keys.length];
  if (next === undefined || next === key) return false;
  [parent[key], parent[next]] = [parent[next], parent[key]];
  return true;
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object') return {};
  return typeof value === 'number' ? 0 : '';
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, Math.floor(value.length / 2));
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length / 2));
  if (typeof value === 'number') return Math.floor(value / 2);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).slice(0, Math.floor(Object.keys(value).length / 2)));
  }
  return value;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key],
    value,
  );
}
