import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of `days-work.json`, which the journeys read for their bounds. */
interface Task {
  role: string;
  task: string;
  /** Null: the task was not possible. */
  clicksBefore: number | null;
  clicksNow: number;
  /** Name of the journey that does it, without `.spec.ts`. */
  journey: string;
}

const TASKS = 'tests/e2e/console/days-work.json';
const BEGINNING = '<!-- tasks: written by npm run generate -->';
const END = '<!-- /tasks -->';

/** The page with its tables regenerated. Throws where the markers around them are missing. */
export function withTasks(page: string, root: string): string {
  const [start, end] = [page.indexOf(BEGINNING), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error('docs/console-tasks.md lacks the marks around its tables');
  const tasks: Task[] = JSON.parse(readFileSync(join(root, TASKS), 'utf8'));
  return `${page.slice(0, start + BEGINNING.length)}\n\n${tablesOf(tasks)}\n\n${page.slice(end)}`;
}

function tablesOf(tasks: readonly Task[]): string {
  const roles = [...new Set(tasks.map(({ role }) => role))];
  return [sumsOf(tasks), ...roles.map((role) => tableOf(role, tasks))].join('\n\n');
}

function sumsOf(tasks: readonly Task[]): string {
  const old = tasks.filter(({ clicksBefore }) => clicksBefore !== null);
  const before = old.reduce((sum, { clicksBefore }) => sum + (clicksBefore ?? 0), 0);
  const now = old.reduce((sum, { clicksNow }) => sum + clicksNow, 0);
  return [
    `${tasks.length} tasks. ${old.length} of them were possible before, with ${before} clicks in all, and take ${now} now.`,
    `The other ${tasks.length - old.length} were not possible.`,
  ].join('\n');
}

function tableOf(role: string, tasks: readonly Task[]): string {
  return [
    `### ${role[0]?.toUpperCase()}${role.slice(1)}`,
    '',
    '| task | before | now | journey |',
    '| --- | --- | --- | --- |',
    ...tasks
      .filter((one) => one.role === role)
      .map(
        ({ task, clicksBefore, clicksNow, journey }) =>
          `| ${task} | ${clicksBefore ?? 'not possible'} | ${clicksNow} | \`${journey}\` |`,
      ),
  ].join('\n');
}
