import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Usage } from './usage.ts';

/** Outcome of a mutant in an earlier run, with hashes of the files that decided it. */
interface Result {
  functionName: string;
  status: 'killed' | 'survived';
  /** Hashes by path: of the file that killed it, or of all files that did not. */
  files: Record<string, string>;
}

/** Results of earlier runs, and of this one. */
export interface Results {
  /** The earlier outcome; null when a deciding file has changed, or a file would run that did not run then. */
  find(definition: string, files: readonly string[], usage: ReadonlyMap<string, Usage>): Result['status'] | null;
  add(
    name: string,
    definition: string,
    files: readonly string[],
    usage: ReadonlyMap<string, Usage>,
    status: Result['status'],
  ): void;
  /** How many mutants of a function each file killed. */
  killsOf(name: string): ReadonlyMap<string, number>;
}

/** Opens the stored results; `force` starts empty. Without a path nothing is stored. */
export function openResults(path: string | null, force: boolean): Results {
  const results = new Map<string, Result>(force || path === null ? [] : read(path));
  const kills = new Map<string, Map<string, number>>();
  const countKill = ({ functionName, status, files }: Result) => {
    if (status !== 'killed') return;
    const own = kills.get(functionName) ?? new Map<string, number>();
    kills.set(functionName, own);
    for (const file of Object.keys(files)) own.set(file, (own.get(file) ?? 0) + 1);
  };
  for (const result of results.values()) countKill(result);
  return {
    find(definition, files, usage) {
      const known = results.get(keyOf(definition));
      if (!known) return null;
      const same = Object.entries(known.files).every(([file, hash]) => usage.get(file)?.hash === hash);
      const isComplete = known.status === 'killed' || files.every((file) => file in known.files);
      return same && isComplete ? known.status : null;
    },
    add(functionName, definition, files, usage, status) {
      const hashes = Object.fromEntries(files.map((file) => [file, usage.get(file)?.hash ?? '']));
      const result = { functionName, status, files: hashes };
      results.set(keyOf(definition), result);
      countKill(result);
      if (path === null) return;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify([...results]));
    },
    killsOf: (name) => kills.get(name) ?? new Map(),
  };
}

/** Identifies a mutant by the whole changed function. */
function keyOf(definition: string): string {
  return createHash('sha256').update(definition).digest('hex').slice(0, 24);
}

function read(path: string): [string, Result][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}
