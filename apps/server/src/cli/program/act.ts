import type { NamedDatabase } from './database.ts';
import type { Progress } from './progress.ts';

/** A positional argument of an act. */
export interface Argument {
  /** In capitals, such as `FOLDER`. */
  name: string;
  about: string;
  isOptional?: true;
  /** Any number of them. Only the last argument. */
  isList?: true;
  /** All accepted values. Absent: any text. */
  choices?: readonly string[];
}

/** An option with a value, such as `--until TIME`. */
export interface Option {
  /** Name of the value in the help, such as `TIME`. */
  value: string;
  about: string;
}

/** What an act works on. `embedded`: only the embedded database, which the act starts itself. `files`: no database. */
export type Scope = 'database' | 'embedded' | 'files';

export interface Act {
  /** Empty if the area has this act alone, such as `doctor`. */
  name: string;
  about: string;
  args?: readonly Argument[];
  options?: Readonly<Record<string, Option>>;
  /** The outcome has `data`, and `--json` prints it. */
  hasJson?: true;
  scope: Scope;
  /** For the database of `npm start`: brings the schema up to date first, or builds the pages. */
  needs?: 'schema' | 'pages';
  run(call: Call): Promise<Outcome | string[]>;
}

export interface Area {
  name: string;
  about: string;
  acts: readonly Act[];
}

/** A call of an act from the command line. */
export interface Call {
  args: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  /** The server's environment. `TERCET_OWNER_URL` names the database unless the scope is `files`. */
  environment: NodeJS.ProcessEnv;
  /** Null if the scope is `files`, or for the embedded database. */
  database: NamedDatabase | null;
  progress: Progress;
}

export interface Outcome {
  lines: string[];
  /** Printed by `--json`. */
  data?: unknown;
  /** A check found a fault: the exit code is 1. */
  isFailed?: boolean;
}

/** What was typed cannot be meant. Nothing was done. */
export class UsageError extends Error {}
