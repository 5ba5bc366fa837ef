// What one-process.ts and its worker tell each other.

/** Name of their broadcast channel. */
export const CHANNEL = 'tercet-mutation';

export interface RunRequest {
  files: readonly string[];
  /** Null: no mutant, and it is noted which mutants each file reaches. */
  activeMutant: string | null;
  hitLimit: number | undefined;
}

export interface FileResult {
  file: string;
  /** Of the first test that failed; null where all passed. */
  failure: string | null;
  tookMs: number;
}

/** Ends with the first file that failed. */
export interface RunAnswer {
  results: FileResult[];
  /** How often each mutant was reached, by test file. */
  coverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
