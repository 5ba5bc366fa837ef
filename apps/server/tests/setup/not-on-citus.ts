const NO_ORDER = 'looks by one FOR UPDATE at rows of several machines, which no query of the server does there';
const NO_SNAPSHOT = 'sums all members in one snapshot; there each machine has its own, and sums are of closed epochs';
const BRINGS_ITS_OWN = 'lists everything of a kind; Citus brings functions and its guards of TRUNCATE along';

const OTHER_FORMS =
  'a cluster has other forms of some functions, and the rights that these need (src/db/rights/citus-rights.ts)';

/** Tests that do not run on a Citus cluster, by file and title, each with the reason. */
export const EXCUSED: Record<string, Record<string, string>> = {
  'rights/declared.test.ts': {
    'every table, view and sequence of the catalog is declared, and every function; nothing else is': OTHER_FORMS,
    'what lends the rights of its owner is declared to, looks no name up on a path of the caller’s, and is never public':
      OTHER_FORMS,
    'may select, insert, update and delete what is declared, column by column, and nothing else': OTHER_FORMS,
    'may execute the functions that are declared, and no other': OTHER_FORMS,
  },
  'rights/beyond-tables.test.ts': {
    'nothing acts behind a statement: no trigger, no rule': BRINGS_ITS_OWN,
  },
  'ledger/bank.test.ts': {
    'every reader sees the same total, nothing negative, and balances equal to their transfers': NO_SNAPSHOT,
    'nothing was made or lost': NO_SNAPSHOT,
  },
  'lottery/exposure.test.ts': {
    'the cap holds at every moment, budgets sum to it, and no slip is refused that fits':
      'sums the budgets of all buckets in one snapshot; there what is lent shows on one machine before the other',
  },
  'ledger/epochs.test.ts': {
    'closing takes the gates in the order in which postings do, so that they never wait in a circle': NO_ORDER,
  },
  'ledger/statement-filters.test.ts': {
    'the first page of a member with many lines reads none of those that are weeks old':
      'counts the rows that its own connection reads; there a worker reads them',
  },
  'lottery/gates.test.ts': {
    'closing takes the gates in the order in which slips do, so that they never wait in a circle': NO_ORDER,
  },
  'console/figures.test.ts': {
    'the figures come from indexes and small tables: no plan reads all postings, slips, payments or withdrawals':
      'reads the plan of its own connection; there each worker makes one',
  },
  'payments/secrets/canaries.test.ts': {
    'is in the log of the database': 'reads the file that the tests’ own server writes; an outside one keeps its log',
  },
  'draw/nobody-picks.test.ts': {
    'the database has no other place for a result, and nothing random': BRINGS_ITS_OWN,
  },
};

/** Why a test does not run on a cluster; null for all others. */
export function reasonNotOnCitus(file: string, test: string): string | null {
  const path = Object.keys(EXCUSED).find((name) => file.endsWith(name));
  return path === undefined ? null : (EXCUSED[path]?.[test] ?? null);
}
