import { execFileSync } from 'node:child_process';
import { allSteps, ROOT, type Step } from './steps.ts';

const OPTION = /^--changed(?:=(.+))?$/;
/** The branch that changes are compared with. */
const BASE = 'main';

/** Files outside the module graph. When they change, all tests run. */
const BEYOND_IMPORTS = /\.(sql|json|ya?ml|mjs|cjs|toml|html|py|sh)$|^vitest\.config\.ts$|^tools\/test|\/tests\/setup\//;
/** Files that do not affect journeys. */
const UNSEEN =
  /\.md$|\.test\.tsx?$|^(bench|docs|tools|deploy)\/|^apps\/server\/tests\/|^packages\/verify\/|^tests\/(?!e2e)/;
const JOURNEY = /^tests\/e2e\/(.+\.spec\.ts)$/;
/** A web app and its journeys' Playwright projects. */
const APPS: [RegExp, string[]][] = [
  [/^apps\/member\//, ['--project=member']],
  [/^apps\/console\//, ['--project=staff', '--project=figures']],
];

export function isChangedOption(arg: string): boolean {
  return OPTION.test(arg);
}

/** The commit of `--changed=COMMIT`; for `--changed` the merge base with `main`; null without either. */
export function baseIn(args: readonly string[]): string | null {
  const option = args.map((arg) => OPTION.exec(arg)).find((match) => match !== null);
  if (!option) return null;
  return option[1] ?? git('merge-base', 'HEAD', BASE)[0] ?? 'HEAD';
}

/** Files that differ from a commit, new ones included, by path from the root. */
export function filesSince(base: string): string[] {
  const known = git('diff', '--name-only', base);
  return [...new Set([...known, ...git('ls-files', '--others', '--exclude-standard')])].sort();
}

/** Narrows the steps to tests that the changed files can affect. Checks always run in full. */
export function reachedBy(steps: readonly Step[], files: readonly string[], base: string): Step[] {
  return steps.flatMap((step) => {
    if (step.group === 'check') return [step];
    if (step.name === 'e2e') return journeysReachedBy(step, files);
    return files.some((file) => BEYOND_IMPORTS.test(file)) ? [step] : [withOptions(step, [`--changed=${base}`])];
  });
}

function journeysReachedBy(step: Step, files: readonly string[]): Step[] {
  const seen = files.filter((file) => !UNSEEN.test(file));
  if (seen.length === 0) return [];
  const journeys = seen.map((file) => JOURNEY.exec(file)?.[1]);
  if (journeys.every((name) => name !== undefined)) return allSteps(journeys).filter(({ name }) => name === step.name);
  const app = APPS.find(([pattern]) => seen.every((file) => pattern.test(file)));
  return [app ? withOptions(step, app[1]) : step];
}

function withOptions(step: Step, options: readonly string[]): Step {
  return { ...step, commands: step.commands.map((command) => [...command, ...options]) };
}

function git(...args: string[]): string[] {
  const stated = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return stated.split('\n').filter((line) => line !== '');
}
