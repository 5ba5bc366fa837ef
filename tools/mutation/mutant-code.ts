import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type MutantKey, singleSpaced } from './mutant.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A mutant as Stryker names it. Lines and columns count from 1. */
export interface PlacedMutant {
  fileName: string;
  location: { start: Position; end: Position };
  replacement?: string | undefined;
}

interface Position {
  line: number;
  column: number;
}

/** Stryker counts lines and columns from 0 in its runners, and from 1 in its results. */
export function placedFromOne({ fileName, location: { start, end }, replacement }: PlacedMutant): PlacedMutant {
  const fromOne = ({ line, column }: Position) => ({ line: line + 1, column: column + 1 });
  return { fileName, location: { start: fromOne(start), end: fromOne(end) }, replacement };
}

const read = new Map<string, string[]>();

/** The code that a mutant changes, read from its file. */
export function codeOf({ fileName, location, replacement }: PlacedMutant): MutantKey {
  const file = relative(ROOT, fileName);
  const lines = read.get(file) ?? readFileSync(join(ROOT, file), 'utf8').split('\n');
  read.set(file, lines);
  const { start, end } = location;
  const own = lines.slice(start.line - 1, end.line);
  own[own.length - 1] = own.at(-1)?.slice(0, end.column - 1) ?? '';
  own[0] = own[0]?.slice(start.column - 1) ?? '';
  return {
    file,
    lineText: lines[start.line - 1]?.trim() ?? '',
    code: singleSpaced(own.join('\n')),
    replacement: singleSpaced(replacement ?? ''),
  };
}
