import { join } from 'node:path';
import { databaseAt } from '../../../apps/server/tests/setup/cluster.ts';
import type { TestServer } from '../../../apps/server/tests/setup/global.ts';
import { type Mutant, singleSpaced } from '../mutant.ts';
import { shareSettings } from '../run-settings.ts';
import { isInSample } from '../sample.ts';
import { LEFT_OUT, type Target } from '../targets.ts';
import { change, copyTemplate, dropTestDatabases } from './databases.ts';
import type { Edit } from './edit.ts';
import { applyEdit, editsOf } from './edits.ts';
import { chooseFiles } from './file-choice.ts';
import { isAboutMoney, readFunctions, type SqlFunction } from './functions.ts';
import { openResults, type Results } from './results.ts';
import { openTestRuns, type TestRuns } from './test-runs.ts';
import { findUsage, type Usage } from './usage.ts';

export interface SqlRun {
  target: Target;
  /** `sql`, `sql/SCHEMA` or `sql/SCHEMA.FUNCTION`. */
  part: string;
  concurrency: number;
  /** Runs all mutants again, even with known results. */
  force: boolean;
  /** Whether to store the results for the next run. */
  isStored: boolean;
  /** Share of the mutants to run, in percent; null for all. */
  sample: number | null;
  testServer: TestServer;
}

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, '.cache/mutation');
const DATABASE = 'mutation_current';
const PROGRESS_EVERY = 20;

/** Shared state while mutants run. */
interface Bench {
  server: TestServer;
  runs: TestRuns;
  usage: ReadonlyMap<string, Usage>;
  results: Results;
  sample: number | null;
}

/** Mutates the functions that move money, and runs the test files that call each. */
export async function runSql({
  target,
  part,
  concurrency,
  force,
  isStored,
  sample,
  testServer: server,
}: SqlRun): Promise<Mutant[]> {
  const { tests } = target;
  // Each run provides its own changed database, which `provide-server.ts` would override.
  shareSettings({ tests, leftOut: LEFT_OUT, sample });
  const functions = await readFunctions(databaseAt(server.ownerUrl, server.template));
  const chosen = functions.filter((one) => isAboutMoney(one) && isIn(one, part));
  const runs = await openTestRuns(ROOT, concurrency);
  try {
    const usage = await findUsage(runs, server, functions, {
      root: ROOT,
      tests,
      leftOut: LEFT_OUT,
      cachePath: join(CACHE, 'sql-usage.json'),
    });
    const results = openResults(isStored ? join(CACHE, 'sql.json') : null, force);
    await copyTemplate(server, DATABASE);
    const mutants: Mutant[] = [];
    for (const one of chosen) mutants.push(...(await mutateFunction(one, { server, runs, usage, results, sample })));
    return mutants;
  } finally {
    await runs.close();
    await dropTestDatabases(server);
  }
}

/** All compiling mutants of a function. */
async function mutateFunction(own: SqlFunction, bench: Bench): Promise<Mutant[]> {
  const { definition, bodyStart, bodyEnd } = own;
  const body = definition.slice(bodyStart, bodyEnd);
  const mutants: Mutant[] = [];
  const edits = editsOf(body, own.language)
    .map((edit) => moved(edit, bodyStart))
    .filter((edit) => isInSample(mutantOf(own, edit, 'survived'), bench.sample));
  for (const [index, edit] of edits.entries()) {
    if (index % PROGRESS_EVERY === 0) console.log(`${own.name}: ${index}/${edits.length}`);
    const status = await statusOf(own, edit, bench);
    if (status !== null) mutants.push(mutantOf(own, edit, status));
  }
  await change(bench.server, DATABASE, [definition]);
  return mutants;
}

/** The outcome of a mutant; null when it does not compile. */
async function statusOf(own: SqlFunction, edit: Edit, bench: Bench): Promise<Mutant['status'] | null> {
  const { server, runs, usage, results } = bench;
  const files = chooseFiles(own, usage, results.killsOf(own.name));
  const changed = applyEdit(own.definition, edit);
  const known = results.find(changed, files, usage);
  if (known) return known;
  try {
    await change(server, DATABASE, [changed]);
  } catch {
    return null;
  }
  if (files.length === 0) return 'uncovered';
  const { failed } = await runs.run(files, { ...server, copyFrom: DATABASE });
  await dropTestDatabases(server);
  results.add(own.name, changed, failed === null ? files : [failed], usage, failed === null ? 'survived' : 'killed');
  return failed === null ? 'survived' : 'killed';
}

function mutantOf({ name, definition }: SqlFunction, edit: Edit, status: Mutant['status']): Mutant {
  const before = definition.slice(0, edit.start).split('\n');
  return {
    file: name,
    line: before.length,
    lineText: definition.split('\n')[before.length - 1]?.trim() ?? '',
    mutator: edit.mutator,
    code: singleSpaced(definition.slice(edit.start, edit.end)),
    replacement: singleSpaced(edit.replacement),
    status,
  };
}

function moved(edit: Edit, by: number): Edit {
  return { ...edit, start: edit.start + by, end: edit.end + by };
}

function isIn({ name, schema }: SqlFunction, part: string): boolean {
  return part === 'sql' || part === `sql/${schema}` || part === `sql/${name}`;
}
