import { sqlState } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { type Act, type Area, type Outcome, UsageError } from './act.ts';
import { completionArea } from './completion.ts';
import { databaseLine, type NamedDatabase, namedDatabase } from './database.ts';
import { parseCommand, type Typed } from './parse.ts';
import { progressBar, type Terminal } from './progress.ts';

/** The database and the keys of `npm start`. Only a checkout has them. */
export interface Local {
  /** Where the embedded database is, for the first line. */
  name: string;
  /** Prepares the named database, or starts the embedded one if `named` is null and the act needs it. */
  open(act: Act, named: NamedDatabase | null): Promise<LocalPlace>;
}

export interface LocalPlace {
  environment: NodeJS.ProcessEnv;
  /** Of the embedded database that was started. Null if none was. */
  embeddedUrl: string | null;
  close(): Promise<void>;
}

export interface Program {
  areas: readonly Area[];
  /** How a shell starts the program, for completion. Null: by the name `club`. */
  command: string | null;
  /** Null: the environment must name a database. */
  local: Local | null;
}

export interface Streams {
  stdout: Pick<NodeJS.WriteStream, 'write'>;
  stderr: Terminal;
}

/** SQLSTATEs of a missing table or schema. */
const NO_SCHEMA = ['42P01', '3F000'];

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

export function areasOf({ areas, command }: Pick<Program, 'areas' | 'command'>): Area[] {
  return [...areas, completionArea(areas, command)];
}

/** Runs a command line. Returns the exit code. Results go to `stdout`; the database's line and errors to `stderr`. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr }: Streams,
): Promise<number> {
  const say = (text: string) => stderr.write(`${text}\n`);
  try {
    const parsed = parseCommand(areasOf(program), args);
    if (parsed.help !== null) {
      stdout.write(`${parsed.help}\n`);
      return EXIT.done;
    }
    const { act, typed } = parsed;
    const { lines, data, isFailed } = await runAct(program, act, typed, { environment, say, stderr });
    const text = typed.asJson ? toJson(data) : lines.join('\n');
    if (text !== '') stdout.write(`${text}\n`);
    return isFailed ? EXIT.failed : EXIT.done;
  } catch (error) {
    say(textOf(error, environment));
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

interface Around {
  environment: NodeJS.ProcessEnv;
  say(text: string): void;
  stderr: Terminal;
}

async function runAct(program: Program, act: Act, { args, options }: Typed, around: Around): Promise<Outcome> {
  const { say, stderr } = around;
  const named = act.scope === 'files' ? null : namedDatabase(around.environment);
  if (named) say(databaseLine(named.url, named.source));
  refuseUnfit(program, act, named);
  const place = await openPlace(program, act, named, around.environment);
  try {
    if (act.scope === 'embedded') say(`database  embedded, in ${program.local?.name}`);
    else if (place.embeddedUrl !== null) say(databaseLine(place.embeddedUrl, `embedded, in ${program.local?.name}`));
    const progress = progressBar(stderr);
    const call = { args, options, environment: place.environment, database: named, progress };
    const outcome = await act.run(call).finally(() => progress.end());
    return Array.isArray(outcome) ? { lines: outcome } : outcome;
  } finally {
    await place.close();
  }
}

/** Throws if the configured database does not fit the act. There is no fallback to the embedded database. */
function refuseUnfit({ local }: Program, { scope }: Act, named: NamedDatabase | null): void {
  if (scope === 'files') return;
  if (named === null && local === null) {
    throw new Error('configuration: TERCET_OWNER_URL is not set: no database is configured');
  }
  if (named === null) return;
  if (scope === 'embedded') {
    throw new Error(
      `this is for the embedded database. ${named.source} names a server, which has tools of its own: see docs/operating/database-lost.md`,
    );
  }
  if (!named.isOwner) {
    throw new Error('configuration: TERCET_OWNER_URL is not set: this command connects as the owner of the database');
  }
}

async function openPlace(
  { local }: Program,
  act: Act,
  named: NamedDatabase | null,
  environment: NodeJS.ProcessEnv,
): Promise<LocalPlace> {
  if (local && (named === null || named.source === 'DATABASE_URL')) return local.open(act, named);
  const ownerUrl = named === null ? {} : { TERCET_OWNER_URL: named.url };
  return { environment: { ...environment, ...ownerUrl }, embeddedUrl: null, close: async () => {} };
}

function toJson(data: unknown): string {
  return JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 2);
}

function textOf(error: unknown, { TERCET_LOG }: NodeJS.ProcessEnv): string {
  if (error instanceof Refusal) return `refused: ${error.code}`;
  if (!(error instanceof Error)) return String(error);
  if (TERCET_LOG === 'debug' && error.stack) return error.stack;
  if (NO_SCHEMA.includes(sqlState(error) ?? '')) return `the database lacks tables (${error.message}): club migrate`;
  // Attempts to connect to several addresses fail as one error without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(String).join('; ');
  return error.message;
}
