import fc from 'fast-check';
import { beforeAll, inject } from 'vitest';

// The same random inputs for each mutant, so that a run can be repeated; no search for smaller ones; and fewer of them
// where a test does not say how many: a mutant that only rare inputs show counts as unnoticed.
fc.configureGlobal({ seed: 1, endOnFailure: true, numRuns: 20 });

declare module 'vitest' {
  interface ProvidedContext {
    /** Both from Stryker's runner. */
    mode?: 'mutant' | 'dry-run';
    activeMutant?: string;
  }
}

if (inject('mode') === 'mutant') {
  // Processes and threads that a test starts load the same code, and switch the mutant on by this.
  beforeAll(() => {
    process.env.__STRYKER_ACTIVE_MUTANT__ = inject('activeMutant');
  });
}
