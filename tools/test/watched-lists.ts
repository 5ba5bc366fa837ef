import { afterAll } from 'vitest';
import { watchLists } from './list-watch.ts';

// Runs in each test file. Fails it where a loop with expectations in it, or an expectation of `every`, had no item to
// look at in any of its runs. list-plugin.ts sends the lists of test files through these functions.

const watch = watchLists();
Object.assign(globalThis, { tercetLoop: watch.loop, tercetItems: watch.items, tercetTable: watch.table });

afterAll(() => {
  const empty = watch.takeEmpty();
  if (empty.length > 0) throw new Error(`Nothing was expected, for this list was empty: ${empty.join(', ')}`);
});
