import type { SqlFunction } from './functions.ts';
import type { Usage } from './usage.ts';

/** A mutant that no file kills within this time counts as alive. */
const TEST_SECONDS_MAX = 90;
const FILES_MIN = 3;
/** A file in the schema's own test folder counts as much as this many others. */
const OWN_FOLDER_WEIGHT = 5;
/** Creating a database and a club takes this long in every file. */
const FILE_SECONDS_MIN = 0.5;

/** Test files that call a function, ordered by how likely they are to kill its mutants: most kills per second first. */
export function chooseFiles(
  { name, schema }: Pick<SqlFunction, 'name' | 'schema'>,
  usage: ReadonlyMap<string, Usage>,
  kills: ReadonlyMap<string, number>,
): string[] {
  const [plainName = ''] = name.split('(');
  const callers = [...usage].filter(([, { calls }]) => (calls[plainName] ?? 0) > 0);
  const worth = (path: string, { seconds }: Usage) => {
    const isOwn = path.startsWith(`apps/server/tests/${schema}/`);
    return ((kills.get(path) ?? 0) + (isOwn ? 1 : 1 / OWN_FOLDER_WEIGHT)) / Math.max(seconds, FILE_SECONDS_MIN);
  };
  const ordered = callers.sort(([a, usageA], [b, usageB]) => worth(b, usageB) - worth(a, usageA) || (a < b ? -1 : 1));
  const chosen: string[] = [];
  let left = TEST_SECONDS_MAX;
  for (const [path, { seconds }] of ordered) {
    if (chosen.length >= FILES_MIN && seconds > left) continue;
    chosen.push(path);
    left -= seconds;
  }
  return chosen;
}
