import { Environment, type VariableName } from '@tercet/server/config/config.ts';
import { DESCRIPTIONS, type VariableDescription } from '@tercet/server/config/descriptions.ts';

/** Read by `npm start` and the commands that use its embedded database, never by a server. */
const OF_NPM_START: readonly (readonly [name: string, byDefault: string, meaning: string])[] = [
  ['TERCET_DATA', '`.data`', 'Folder of the embedded database, the keys, the films and the logs.'],
  [
    'DATABASE_URL',
    'none',
    'URL of the owner of a PostgreSQL (15 or newer) of your own. Absent: the embedded PostgreSQL starts.',
  ],
  ['TERCET_SEED_FILMS', '`all`', '`none`: the play house opens without example films.'],
  ['TERCET_SEED_HOSTS', '`all`', '`none`: the play house opens without example cities and hosts.'],
];

const BEGINNING = '<!-- variables: written by npm run generate -->';
const END = '<!-- /variables -->';

/** The page with its two tables regenerated. Throws where the markers around a table are missing. */
export function withVariables(page: string): string {
  const [start, end] = [page.indexOf(BEGINNING), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error('docs/configuration.md lacks the marks around its tables');
  return `${page.slice(0, start + BEGINNING.length)}\n\n${tables()}\n\n${page.slice(end)}`;
}

function tables(): string {
  const names = Object.keys(DESCRIPTIONS) as VariableName[];
  return [
    '### The server',
    '',
    '| variable | default | meaning | needed by |',
    '| --- | --- | --- | --- |',
    ...names.map((name) => {
      const { meaning, neededBy, underNpmStart } = DESCRIPTIONS[name];
      return `| \`${name}\` | ${defaultOf(name, underNpmStart)} | ${meaning} | ${neededBy} |`;
    }),
    '',
    '### `npm start` alone',
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...OF_NPM_START.map(([name, byDefault, meaning]) => `| \`${name}\` | ${byDefault} | ${meaning} |`),
  ].join('\n');
}

function defaultOf(name: VariableName, underNpmStart: VariableDescription['underNpmStart']): string {
  const parsed = Environment.shape[name].safeParse(undefined);
  const text = parsed.success ? textOf(parsed.data) : 'none, required';
  return underNpmStart === undefined ? text : `${text}; with \`npm start\` ${underNpmStart}`;
}

/** The text of a default. Empty lists and empty texts are no default. */
function textOf(value: unknown): string {
  const text = String(value ?? '');
  return text === '' ? 'none' : `\`${text}\``;
}
