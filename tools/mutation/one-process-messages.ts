// Messages between one-process.ts and its worker.

/** Name of their broadcast channel. */
export const CHANNEL = 'tercet-mutation';

export interface RunRequest {
  files: readonly string[];
  /** Null for no mutant. Then the run records which mutants each file reaches. */
  activeMutant: string | null;
  hitLimit: number | undefined;
}

export interface FileResult {
  file: string;
  /** The first failed test; null when all passed. */
  failure: string | null;
  tookMs: number;
}

/** Ends with the first failed file. */
export interface RunAnswer {
  results: FileResult[];
  /** How often each mutant was reached, by test file. */
  coverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
