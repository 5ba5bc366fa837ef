import { afterAll } from 'vitest';
import { watchLists } from './list-watch.ts';

// Runs in each test file. Fails the file when a loop with expectations, or an expectation of `every`, never had an
// item. list-plugin.ts passes the lists of test files through these functions.

const watch = watchLists();
Object.assign(globalThis, { tercetLoop: watch.loop, tercetItems: watch.items, tercetTable: watch.table });

afterAll(() => {
  const empty = watch.takeEmpty();
  if (empty.length > 0) throw new Error(`No expectation ran, because this list was empty: ${empty.join(', ')}`);
});
