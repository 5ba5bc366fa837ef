import { allSteps, type Step, testFiles } from './steps.ts';

const GROUPS = ['check', 'tests'];

/** Nothing is called that. */
export class UnknownName extends Error {}

/**
 * The steps that the names on the command line ask for: names of steps and groups choose, and every other name is part
 * of a file name that narrows the tests. Without a step, the steps that have such files; steps that are only run where
 * they are asked for, when no usual one has. Throws `UnknownName`.
 */
export function chooseSteps(names: string[]): Step[] {
  const known = new Set([...allSteps([]).map(({ name }) => name), ...GROUPS]);
  const asked = names.filter((name) => known.has(name));
  const filters = names.filter((name) => !known.has(name));
  const steps = allSteps(filters);
  const usual = steps.filter(({ group }) => group !== 'asked');
  const chosen =
    asked.length === 0 ? usual : steps.filter(({ name, group }) => asked.includes(name) || asked.includes(group));
  if (filters.length === 0) return chosen;
  // The long ones are tests of the server like the others: whoever names a file does not know where it is run.
  const isServer = chosen.some(({ name }) => name === 'server');
  const own = steps.filter((step) => chosen.includes(step) || (isServer && step.name === 'long'));
  const having = filters.flatMap((filter) => {
    const has = (step: Step) => testFiles(step, filter).length > 0;
    const found = own.filter(has);
    return found.length > 0 || asked.length > 0 ? found : steps.filter(has);
  });
  const withFiles = steps.filter((step) => having.includes(step));
  if (withFiles.length === 0) {
    throw new UnknownName(
      `No step or test file is called ${filters.join(' or ')}; the steps are ${[...known].join(', ')}`,
    );
  }
  return withFiles;
}

/** The steps in their order, cut into those that run beside each other: two checks at a time, tests each alone. */
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
