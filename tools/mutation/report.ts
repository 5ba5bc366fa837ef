import type { Comparison, Equivalent } from './equivalents.ts';
import { isAlive, type Mutant, type MutantStatus } from './mutant.ts';

/** Numbers of mutants by status; `score` is the share that the tests noticed, in percent, null without mutants. */
export interface Row extends Record<MutantStatus, number> {
  file: string;
  score: number | null;
}

/** Format of the reports in `dist/mutation`. */
export interface Report {
  part: string;
  /** Share of the mutants that were run, in percent; null for all. */
  sample: number | null;
  scoreMin: number;
  score: number | null;
  /** Why the command fails; empty when it does not. */
  faults: string[];
  files: Row[];
  /** Survivors in the form of the list of equivalents; `reason` is empty where they are not listed. */
  survivors: Equivalent[];
}

const STATUSES: MutantStatus[] = ['killed', 'survived', 'uncovered', 'timeout', 'ignored'];
const HEADS: Record<MutantStatus, string> = {
  killed: 'killed',
  survived: 'survived',
  uncovered: 'no coverage',
  timeout: 'timeout',
  ignored: 'ignored',
};

/** Counts mutants by file, in the order of the file names. */
export function countByFile(mutants: readonly Mutant[]): Row[] {
  const files = Map.groupBy(mutants, ({ file }) => file);
  return [...files].map(([file, own]) => rowOf(file, own)).sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Counts all given mutants as one row. */
export function rowOf(file: string, mutants: readonly Mutant[]): Row {
  const counts = Object.fromEntries(
    STATUSES.map((status) => [status, mutants.filter((mutant) => mutant.status === status).length]),
  ) as Record<MutantStatus, number>;
  const noticed = counts.killed + counts.timeout;
  const all = noticed + counts.survived + counts.uncovered;
  return { file, ...counts, score: all === 0 ? null : (100 * noticed) / all };
}

/** Why a run fails: unlisted survivors, a list that does not fit, a score that is too low. */
export function faultsOf(total: Row, scoreMin: number, { unlisted, stale }: Comparison): string[] {
  const faults = unlisted.map(
    ({ file, line, mutator, code, replacement, status }) =>
      `${file}:${line} ${status} (${mutator}): ${shortened(code)} → ${shortened(replacement)}`,
  );
  for (const { entry, why } of stale)
    faults.push(
      `listed as equivalent but ${why}: ${entry.file}: ${shortened(entry.code)} → ${shortened(entry.replacement)}`,
    );
  if (total.score === null) faults.push('there is nothing to mutate');
  else if (total.score < scoreMin) faults.push(`the score is ${total.score.toFixed(1)} %, below ${scoreMin} %`);
  return faults;
}

/** Survivors as entries for the list of equivalents, with the reasons of those that are listed. */
export function survivorsOf(mutants: readonly Mutant[], list: readonly Equivalent[]): Equivalent[] {
  const entries = new Map<string, Equivalent>();
  for (const { file, lineText: line, code, replacement } of mutants.filter(isAlive)) {
    const key = JSON.stringify([file, line, code, replacement]);
    const earlier = entries.get(key);
    const times = (earlier?.times ?? (earlier ? 1 : 0)) + 1;
    const reason =
      list.find((one) => JSON.stringify([one.file, one.line, one.code, one.replacement]) === key)?.reason ?? '';
    entries.set(key, { file, line, code, replacement, ...(times > 1 ? { times } : {}), reason });
  }
  return [...entries.values()];
}

/** A table for the terminal; `folder` is cut off the names of files. */
export function tableOf(rows: readonly Row[], total: Row, folder: string): string {
  const lines = [
    ['file', ...STATUSES.map((status) => HEADS[status]), 'score'],
    ...[...rows, total].map((row) => [
      row.file.startsWith(`${folder}/`) ? row.file.slice(folder.length + 1) : row.file,
      ...STATUSES.map((status) => String(row[status])),
      row.score === null ? '' : row.score.toFixed(1),
    ]),
  ];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shortened(code: string): string {
  return code.length > 100 ? `${code.slice(0, 99)}…` : code;
}
