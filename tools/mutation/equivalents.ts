import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, keyOf, type Mutant } from './mutant.ts';

/** A mutant that no test can kill, because the program does the same with it. */
export interface Equivalent {
  /** As `Mutant.file`. */
  file: string;
  /** As `Mutant.lineText`. */
  line: string;
  code: string;
  replacement: string;
  /** How many surviving mutants look like this. Default 1. */
  times?: number;
  /** Why the program does the same. */
  reason: string;
}

const FOLDER = join(import.meta.dirname, 'equivalents');
const REASON_LENGTH_MIN = 20;

/** The name of a target in file names: `packages/money` is `packages-money`. */
export function nameOf(folder: string): string {
  return folder.replaceAll('/', '-');
}

/** The listed equivalents of a target; none without a list. Throws on an entry that is not complete. */
export function readEquivalents(folder: string): Equivalent[] {
  const path = join(FOLDER, `${nameOf(folder)}.json`);
  if (!existsSync(path)) return [];
  return parseEquivalents(readFileSync(path, 'utf8'), path);
}

/** Reads a list of equivalents. Throws on an entry that is not complete; `path` is for the message. */
export function parseEquivalents(text: string, path: string): Equivalent[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error(`${path} must hold an array.`);
  return list.map((entry: Partial<Record<keyof Equivalent, unknown>>, index) => {
    const { file, line, code, replacement, times, reason } = entry;
    const texts = [file, line, code, replacement, reason];
    if (!texts.every((value) => typeof value === 'string'))
      throw new Error(`${path}, entry ${index + 1}: file, line, code, replacement and reason must be texts.`);
    if (times !== undefined && !(Number.isInteger(times) && Number(times) > 1))
      throw new Error(`${path}, entry ${index + 1}: times must be a whole number above 1.`);
    if (String(reason).trim().length < REASON_LENGTH_MIN)
      throw new Error(`${path}, entry ${index + 1}: the reason is too short.`);
    return entry as Equivalent;
  });
}

/** How a list of equivalents compares with a run. */
export interface Comparison {
  /** Mutants that survived and are not listed. */
  unlisted: Mutant[];
  /** Entries that do not match the surviving mutants, with the reason. */
  stale: { entry: Equivalent; why: string }[];
}

/** Compares the list with all mutants of a run. Entries of files that the run left out are not judged. */
export function compareWithList(mutants: readonly Mutant[], list: readonly Equivalent[], files: readonly string[]) {
  const alive = Map.groupBy(mutants.filter(isAlive), keyOf);
  const known = new Set(mutants.map(keyOf));
  const listed = new Set<string>();
  const stale: Comparison['stale'] = [];
  const inRun = new Set(files);
  for (const entry of list.filter(({ file }) => inRun.has(file))) {
    const key = keyOf({ ...entry, lineText: entry.line });
    const count = alive.get(key)?.length ?? 0;
    const wanted = entry.times ?? 1;
    if (listed.has(key)) stale.push({ entry, why: 'is listed twice' });
    else if (!known.has(key)) stale.push({ entry, why: 'is no longer in the code' });
    else if (count === 0) stale.push({ entry, why: 'is killed by the tests' });
    else if (count !== wanted) stale.push({ entry, why: `survives ${count} times, not ${wanted}` });
    listed.add(key);
  }
  const unlisted = mutants.filter((mutant) => isAlive(mutant) && !listed.has(keyOf(mutant)));
  return { unlisted, stale } satisfies Comparison;
}
