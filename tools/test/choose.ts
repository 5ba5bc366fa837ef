import { allSteps, type Step, testFiles } from './steps.ts';

const GROUPS = ['check', 'tests'];

/** A name that matches no step and no test file. */
export class UnknownName extends Error {}

/**
 * The steps for the names on the command line. Names of steps and groups choose steps; other names are parts of file
 * names that narrow the tests. Without a step name: the steps that have such files; optional steps only when no usual
 * one has. Throws `UnknownName`.
 */
export function chooseSteps(names: string[]): Step[] {
  const known = new Set([...allSteps([]).map(({ name }) => name), ...GROUPS]);
  const requested = names.filter((name) => known.has(name));
  const filters = names.filter((name) => !known.has(name));
  const steps = allSteps(filters);
  const usual = steps.filter(({ group }) => group !== 'asked');
  const chosen =
    requested.length === 0
      ? usual
      : steps.filter(({ name, group }) => requested.includes(name) || requested.includes(group));
  if (filters.length === 0) return chosen;
  // Long tests are server tests as well: a person who names a file need not know its step.
  const isServer = chosen.some(({ name }) => name === 'server');
  const own = steps.filter((step) => chosen.includes(step) || (isServer && step.name === 'long'));
  const having = filters.flatMap((filter) => {
    const has = (step: Step) => testFiles(step, filter).length > 0;
    const found = own.filter(has);
    return found.length > 0 || requested.length > 0 ? found : steps.filter(has);
  });
  const withFiles = steps.filter((step) => having.includes(step));
  if (withFiles.length === 0) {
    throw new UnknownName(
      `No step or test file is called ${filters.join(' or ')}; the steps are ${[...known].join(', ')}`,
    );
  }
  return withFiles;
}

/** Groups the steps that run concurrently: two checks at a time, each test step alone. */
export function atOnce(steps: readonly Step[]): Step[][] {
  const cut: Step[][] = [];
  for (const step of steps) {
    const last = cut.at(-1);
    const fits = step.group === 'check' && last?.length === 1 && last[0]?.group === 'check';
    if (fits) last.push(step);
    else cut.push([step]);
  }
  return cut;
}
