/** Outcome of a mutant. `uncovered`: no test reaches it. `ignored`: a rule excludes it. */
export type MutantStatus = 'killed' | 'timeout' | 'survived' | 'uncovered' | 'ignored';

/** A change of the code and its outcome. */
export interface Mutant {
  /** Path of the file from the root of the repository, or the signature of a database function. */
  file: string;
  /** Line of its start, from 1. */
  line: number;
  /** Text of that line without indentation. */
  lineText: string;
  mutator: string;
  /** The code that was replaced, with single spaces. */
  code: string;
  /** The replacement, with single spaces. */
  replacement: string;
  status: MutantStatus;
  /** The rule that left it out, or the error that it caused. */
  statusReason?: string;
}

/** Identity of a mutant. Without the line number, since code moves. */
export type MutantKey = Pick<Mutant, 'file' | 'lineText' | 'code' | 'replacement'>;

export function keyOf({ file, lineText, code, replacement }: MutantKey): string {
  return JSON.stringify([file, lineText, code, replacement]);
}

/** Whether no test noticed the mutant. */
export function isAlive({ status }: Mutant): boolean {
  return status === 'survived' || status === 'uncovered';
}

/** Joins lines and runs of spaces, so that formatting does not matter. */
export function singleSpaced(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}
