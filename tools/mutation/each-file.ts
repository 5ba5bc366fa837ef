import fc from 'fast-check';
import { beforeAll, inject } from 'vitest';

// The same random inputs for each mutant, so that a run can be repeated. No shrinking, and fewer inputs where a test
// gives no number: a mutant that only rare inputs reveal counts as unnoticed.
fc.configureGlobal({ seed: 1, endOnFailure: true, numRuns: 20 });

declare module 'vitest' {
  interface ProvidedContext {
    /** Both are set by Stryker's runner. */
    mode?: 'mutant' | 'dry-run';
    activeMutant?: string;
  }
}

if (inject('mode') === 'mutant') {
  // Processes and threads of a test load the same code. This environment variable activates the mutant there.
  beforeAll(() => {
    process.env.__STRYKER_ACTIVE_MUTANT__ = inject('activeMutant');
  });
}
