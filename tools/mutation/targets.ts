import { LONG_SERVER_TESTS } from '../test/long.ts';

/** A part of the code whose tests are measured by mutation. */
export interface Target {
  /** The folder that the command line names; `sql` for the database functions that move money. */
  folder: string;
  /** Smallest share of mutants that the tests must kill, in percent. */
  scoreMin: number;
  /** Glob patterns of the test files that may kill a mutant. */
  tests: string[];
  /** Whether the tests need PostgreSQL. Without it, each test file reloads the modules. */
  needsDatabase: boolean;
}

/** Folders of apps/server/tests in which money moves. */
const SQL_TEST_FOLDERS = [
  ...['ledger', 'lottery', 'draw', 'payments', 'live', 'recovery', 'statement', 'members', 'video'],
  ...['reconciliation', 'staff'],
];

/** All targets, the quickest first. */
export const TARGETS: readonly Target[] = [
  packageTarget('money'),
  packageTarget('fair'),
  serverTarget('ledger', ['ledger', 'statement']),
  serverTarget('book', ['book', 'audit', 'recovery']),
  serverTarget('payments', ['payments']),
  serverTarget('draw', ['draw', 'lottery', 'live']),
  serverTarget('reconciliation', ['reconciliation']),
  sqlTarget(),
];

/** Test files that are too slow, or that start whole processes in which a mutant cannot be switched on. */
export const LEFT_OUT = [
  ...LONG_SERVER_TESTS,
  'apps/server/tests/abuse/**',
  'apps/server/tests/operate/**',
  // Takes half a minute for each mutant. Mutants that only it would notice count as unnoticed.
  'packages/fair/src/omission.test.ts',
];

function packageTarget(name: string): Target {
  return {
    folder: `packages/${name}`,
    scoreMin: 95,
    tests: [`packages/${name}/**/*.test.ts`],
    needsDatabase: false,
  };
}

/** The database functions. Refusals of direct calls are also tested with the console. */
function sqlTarget(): Target {
  const { tests, ...same } = serverTarget('sql', SQL_TEST_FOLDERS);
  const direct = ['lent-rights', 'published', 'database-role'].map(
    (name) => `apps/server/tests/console/${name}.test.ts`,
  );
  return { ...same, folder: 'sql', tests: [...tests, ...direct] };
}

/** A domain of the server. `testFolders` are those of apps/server/tests whose files reach most of its code. */
function serverTarget(domain: string, testFolders: string[]): Target {
  return {
    folder: `apps/server/src/${domain}`,
    scoreMin: 90,
    tests: [
      `apps/server/src/${domain}/**/*.test.ts`,
      ...testFolders.map((folder) => `apps/server/tests/${folder}/**/*.test.ts`),
    ],
    needsDatabase: true,
  };
}
