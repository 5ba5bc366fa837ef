import type { Act, Area, Argument } from './act.ts';

// The help texts. `club` stands for the program, however it was started.

const CODES = `Exit codes: 0 done, 1 failed or a check found a fault, 2 wrong usage (nothing was done).`;
const ABOUT_DATABASE = `An act first prints, on standard error, which database it works on: the one that TERCET_OWNER_URL or
DATABASE_URL names. Only without a configured server is it the embedded database of npm start.`;
const INDENT = '  ';

export function programHelp(areas: readonly Area[]): string {
  const lines = areas.flatMap((area) => [
    '',
    `${area.name}: ${area.about}`,
    ...table(area.acts.map((act) => [shortOf(area, act), act.about])),
  ]);
  const more = 'More about one: club AREA --help, club AREA ACT --help';
  return ['Usage: club AREA ACT [ARGUMENT …]', ...lines, '', ABOUT_DATABASE, '', CODES, more].join('\n');
}

export function areaHelp(area: Area): string {
  const acts = table(area.acts.map((act) => [shortOf(area, act), act.about]));
  return [
    `Usage: club ${area.name} ACT [ARGUMENT …]`,
    '',
    `${area.name}: ${area.about}`,
    ...acts,
    '',
    `More about one: club ${area.name} ACT --help`,
  ].join('\n');
}

export function actHelp(area: Area, act: Act): string {
  const args = (act.args ?? []).map(({ name, about, choices }): Row => {
    return [name, choices ? `${about}: ${choices.join(', ')}` : about];
  });
  const options = Object.entries(act.options ?? {}).map(
    ([name, { value, about }]): Row => [`--${name} ${value}`, about],
  );
  if (act.hasJson) options.push(['--json', 'print the result as JSON, for programs']);
  return [
    usageOf(area, act),
    '',
    act.about,
    '',
    ...table([...args, ...options, ['--help', 'print this']]),
    '',
    CODES,
  ].join('\n');
}

/** One line, such as `Usage: club staff add NAME ROLE`. */
export function usageOf(area: Area, act: Act): string {
  const options = Object.entries(act.options ?? {}).map(([name, { value }]) => `[--${name} ${value}]`);
  return `Usage: club ${[shortOf(area, act), ...options, ...(act.hasJson ? ['[--json]'] : [])].join(' ')}`;
}

function shortOf(area: Area, act: Act): string {
  return [area.name, act.name, ...(act.args ?? []).map(argumentText)].filter(Boolean).join(' ');
}

function argumentText({ name, isOptional, isList }: Argument): string {
  const text = isList ? `${name} …` : name;
  return isOptional ? `[${text}]` : text;
}

type Row = readonly [left: string, right: string];

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${INDENT}${left.padEnd(width)}  ${right}`);
}
