import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { TARGETS, type Target } from './targets.ts';

/** A part of a target that is to be measured. */
export interface Part {
  target: Target;
  /** The target's folder, or a folder or file in it; for `sql` that, or the name of a function. */
  part: string;
}

export interface Request {
  parts: Part[];
  concurrency: number;
  /** Runs all mutants again, even with known results. */
  force: boolean;
  /** Glob patterns of the test files to use in place of the target's; null for those. Results are then not kept. */
  tests: string[] | null;
  /** Share of the mutants to run, in percent; null for all. */
  sample: number | null;
}

/** More test runners would wait for the single PostgreSQL. */
const CONCURRENCY_MAX = 2;

/** An invalid command line, explained for the user. */
export class BadRequest extends Error {}

/** Reads the command line. Throws `BadRequest`. */
export function readRequest(words: readonly string[]): Request {
  const { values, positionals } = parse(words);
  const concurrency = Number(values.concurrency ?? Math.min(CONCURRENCY_MAX, availableParallelism()));
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > CONCURRENCY_MAX)
    throw new BadRequest(`--concurrency is from 1 to ${CONCURRENCY_MAX}.`);
  const sample = values.sample === undefined ? null : Number(values.sample);
  if (sample !== null && !(sample > 0 && sample <= 100)) throw new BadRequest('--sample is in percent, above 0.');
  const parts =
    positionals.length === 0 ? TARGETS.map((target) => ({ target, part: target.folder })) : positionals.map(partOf);
  return { parts, concurrency, force: values.force ?? false, tests: values.tests ?? null, sample };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        force: { type: 'boolean' },
        concurrency: { type: 'string' },
        sample: { type: 'string' },
        tests: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new BadRequest(error instanceof Error ? error.message : String(error));
  }
}

function partOf(word: string): Part {
  const part = word.replace(/\/+$/, '');
  const target = TARGETS.find(({ folder }) => part === folder || part.startsWith(`${folder}/`));
  if (!target)
    throw new BadRequest(
      `${word} is not measured. FOLDER is one of these, or lies in one: ${TARGETS.map(({ folder }) => folder).join(', ')}.`,
    );
  return { target, part };
}
