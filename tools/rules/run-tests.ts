import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { NamedTest } from './document.ts';

export type Outcome = 'passed' | 'failed' | 'not found';

/** Outcome of each test, by `file › title`. */
export type Outcomes = ReadonlyMap<string, Outcome>;

const BYTES_MAX = 64 * 2 ** 20;

/** The part of Vitest's JSON report that we read. */
interface Report {
  testResults: { name: string; assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[];
}

export function nameOf({ file, title }: NamedTest): string {
  return `${file} › ${title}`;
}

/**
 * Runs only the named tests; the title of a `describe` means all in it. Unknown titles are `not found`. Some tests
 * depend on earlier ones, so a file with a failure runs again as a whole.
 */
export function runTests(root: string, tests: readonly NamedTest[]): Outcomes {
  const titles = [...new Set(tests.map((test) => test.title))];
  const outcomes = outcomesOf(
    root,
    tests,
    report(root, filesOf(tests), `(^| )(${titles.map(escaped).join('|')})( |$)`),
  );
  const again = filesOf(tests.filter((test) => outcomes.get(nameOf(test)) === 'failed'));
  if (again.length === 0) return outcomes;
  const inDoubt = tests.filter(({ file }) => again.includes(file));
  return new Map([...outcomes, ...outcomesOf(root, inDoubt, report(root, again, null))]);
}

function filesOf(tests: readonly NamedTest[]): string[] {
  return [...new Set(tests.map((test) => test.file))];
}

function report(root: string, files: string[], pattern: string | null): Report {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-rules-'));
  try {
    const outputFile = join(folder, 'report.json');
    const args = [
      join(root, 'node_modules/.bin/vitest'),
      'run',
      ...files,
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ];
    if (pattern !== null) args.push('--testNamePattern', pattern);
    // All cases, not a sample.
    const env = { ...process.env, TERCET_TESTS: 'all' };
    const run = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', maxBuffer: BYTES_MAX });
    if (!existsSync(outputFile)) throw new Error(`the tests did not run: ${run.stderr}${run.stdout}`);
    return JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function escaped(title: string): string {
  return title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function outcomesOf(root: string, tests: readonly NamedTest[], report: Report): Outcomes {
  const statuses = new Map<string, string[]>();
  for (const { name: path, assertionResults } of report.testResults) {
    for (const { title: own, ancestorTitles, status } of assertionResults) {
      for (const title of new Set([own, ...ancestorTitles])) {
        const name = nameOf({ file: relative(root, path), title });
        statuses.set(name, [...(statuses.get(name) ?? []), status]);
      }
    }
  }
  return new Map(tests.map((test) => [nameOf(test), outcomeOf(statuses.get(nameOf(test)) ?? [])]));
}

/** A heading means all its tests, and tests under different headings may share a title. */
function outcomeOf(statuses: string[]): Outcome {
  if (statuses.length === 0) return 'not found';
  return statuses.every((status) => status === 'passed') ? 'passed' : 'failed';
}
