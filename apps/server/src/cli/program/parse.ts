import { parseArgs } from 'node:util';
import { type Act, type Area, UsageError } from './act.ts';
import { actHelp, areaHelp, programHelp, usageOf } from './help.ts';

/** What the command line asks for: a help text, or an act. */
export type Parsed = { help: string } | { help: null; area: Area; act: Act; typed: Typed };

export interface Typed {
  args: string[];
  options: Record<string, string | undefined>;
  asJson: boolean;
}

/** Parses a command line. Throws `UsageError`. */
export function parseCommand(areas: readonly Area[], [first, ...rest]: readonly string[]): Parsed {
  if (first === undefined) throw new UsageError(programHelp(areas));
  if (isHelp(first)) return { help: programHelp(areas) };
  const area = areas.find(({ name }) => name === first);
  if (!area) throw new UsageError(`Unknown area ${first}.\nAreas: ${areas.map(({ name }) => name).join(', ')}`);
  const alone = area.acts.find(({ name }) => name === '');
  if (alone) return parseAct(area, alone, rest);
  const [second, ...more] = rest;
  if (second !== undefined && isHelp(second)) return { help: areaHelp(area) };
  const act = area.acts.find(({ name }) => name === second);
  if (!act) throw new UsageError(areaHelp(area));
  return parseAct(area, act, more);
}

function isHelp(text: string): boolean {
  return text === '--help' || text === '-h' || text === 'help';
}

function parseAct(area: Area, act: Act, rest: readonly string[]): Parsed {
  const { values, positionals } = valuesOf(area, act, rest);
  const { help, json, ...options } = values;
  if (help === true) return { help: actHelp(area, act) };
  const args = act.args ?? [];
  const countMin = args.filter(({ isOptional }) => !isOptional).length;
  const countMax = args.at(-1)?.isList ? Number.POSITIVE_INFINITY : args.length;
  if (positionals.length < countMin || positionals.length > countMax) throw new UsageError(usageOf(area, act));
  for (const [index, { name, choices }] of args.entries()) {
    const given = positionals[index];
    if (choices && given !== undefined && !choices.includes(given)) {
      throw new UsageError(`${name} is one of ${choices.join(', ')}.\n${usageOf(area, act)}`);
    }
  }
  const typed = { args: positionals, options: options as Typed['options'], asJson: json === true };
  return { help: null, area, act, typed };
}

function valuesOf(area: Area, act: Act, rest: readonly string[]) {
  const own = Object.keys(act.options ?? {}).map((name) => [name, { type: 'string' }] as const);
  const flags = act.hasJson ? ['help', 'json'] : ['help'];
  const options = {
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }] as const)),
    ...Object.fromEntries(own),
  };
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const [stated] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${stated}.\n${usageOf(area, act)}`);
  }
}
