import type { TestServer } from '../../apps/server/tests/setup/global.ts';

/** Settings that the command passes to the test processes. */
export interface RunSettings {
  /** Glob patterns of the test files, and of those left out. */
  tests: string[];
  leftOut: string[];
  /** Share of the mutants to run, in percent; null for all. */
  sample: number | null;
  /** The PostgreSQL of the run, where the tests need one. */
  testServer?: TestServer;
}

const VARIABLE = 'TERCET_MUTATION_RUN';
const MUTATED_FILE = 'TERCET_MUTATED_FILE';

/** Passes the settings to all processes started from now on. */
export function shareSettings(settings: RunSettings): void {
  process.env[VARIABLE] = JSON.stringify(settings);
}

/** Tells the test sequencer which file the next mutant changes. */
export function shareMutatedFile(path: string): void {
  process.env[MUTATED_FILE] = path;
}

/** The file that the mutant changes; empty without one. */
export function mutatedFile(): string {
  return process.env[MUTATED_FILE] ?? '';
}

/** The settings that the command shared. */
export function runSettings(): RunSettings {
  return JSON.parse(process.env[VARIABLE] ?? '{"tests":[],"leftOut":[],"sample":null}');
}
