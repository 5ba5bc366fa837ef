import { allSteps, type Step, testFiles } from './steps.ts';

const GROUPS = ['check', 'tests'];

/** Nothing is called that. */
export class UnknownName extends Error {}

/**
 * The steps that the names on the command line ask for: names of steps and groups choose, and every other name is part
 * of a file name that narrows the tests. Without a step, the steps that have such files. Throws `UnknownName`.
 */
export function chooseSteps(names: string[]): Step[] {
  const known = new Set([...allSteps([]).map(({ name }) => name), ...GROUPS]);
  const asked = names.filter((name) => known.has(name));
  const filters = names.filter((name) => !known.has(name));
  const steps = allSteps(filters);
  const chosen = steps.filter(({ name, group }) =>
    asked.length === 0 ? group !== 'asked' : asked.includes(name) || asked.includes(group),
  );
  if (filters.length === 0) return chosen;
  const withFiles = chosen.filter((step) => filters.some((filter) => testFiles(step, filter).length > 0));
  if (withFiles.length === 0) {
    throw new UnknownName(
      `No step or test file is called ${filters.join(' or ')}; the steps are ${[...known].join(', ')}`,
    );
  }
  return withFiles;
}
