import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';
import { growTo } from './book-kit.ts';

const MIGRATION = readFileSync(join(import.meta.dirname, '../../migrations/0010-book-log.sql'), 'utf8');

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** Everything that the migration makes of the entries alone. */
async function treeOf() {
  const { rows: head } = await club.owner.query(`select size, encode(peaks, 'hex') as peaks from book.head`);
  const { rows: nodes } = await club.owner.query(
    `select level, index, encode(hash, 'hex') as hash from book.node order by level, index`,
  );
  const { rows: marks } = await club.owner.query(
    `select size, encode(root, 'hex') as root from book.checkpoint order by size`,
  );
  return { head, nodes, marks };
}

test('a book that was begun before it had a tree gets the same one as if it had always had it', async () => {
  for (const size of [0, 1, 2, 255, 256, 257, 700, 1_000]) await growTo(club.db, size);
  const expected = await treeOf();
  expect(expected.nodes).toHaveLength(3);
  await club.owner.query(`
    alter table book.checkpoint alter column root drop not null;
    update book.checkpoint set root = null;
    delete from book.node;
    update book.head set peaks = ''`);
  const block = /do \$\$[\s\S]*?end \$\$;/.exec(MIGRATION)?.[0] ?? '';
  await club.owner.query(block);
  expect(await treeOf()).toEqual(expected);
});
