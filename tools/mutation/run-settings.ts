import type { TestServer } from '../../apps/server/tests/setup/global.ts';

/** What the command tells the processes that run the tests. */
export interface RunSettings {
  /** Glob patterns of the test files, and of those left out. */
  tests: string[];
  leftOut: string[];
  isolate: boolean;
  needsDatabase: boolean;
  /** The PostgreSQL of the run; only where `needsDatabase`. */
  testServer?: TestServer;
}

const VARIABLE = 'TERCET_MUTATION_RUN';

/** Hands the settings to all processes that are started from now on. */
export function shareSettings(settings: RunSettings): void {
  process.env[VARIABLE] = JSON.stringify(settings);
}

/** The settings that the command shared. */
export function runSettings(): RunSettings {
  return JSON.parse(process.env[VARIABLE] ?? '{"tests":[],"leftOut":[],"isolate":true,"needsDatabase":false}');
}
