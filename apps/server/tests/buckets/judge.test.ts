import { expect, test } from 'vitest';
import { tablesWithoutBucket } from './judge.ts';

const SPREAD = new Set(['ledger.balance', 'ledger.transfer', 'lottery.slip']);

test.each([
  ['select * from ledger.balance where bucket = $1 and member_id = $2'],
  ['select * from "ledger"."balance" as "b" where "b"."bucket" = $1'],
  ['select * from ledger.balance b where b.bucket = any ($1) and b.member_id = $2'],
  ['select * from ledger.balance b where b.bucket between $1 and $2'],
  ['select * from ledger.balance b where (b.bucket, b.member_id) in (select u.bucket, u.id from unnest($1, $2) u)'],
  ['select * from ledger.balance b join ledger.transfer t using (bucket, member_id) where b.bucket = 3'],
  ['select * from ledger.transfer t, ledger.balance b where t.bucket = b.bucket and $1 = b.bucket'],
  ['select * from unnest($1, $2) u (bucket, id) join ledger.balance b on b.bucket = u.bucket and b.member_id = u.id'],
  ['select (select 1 from ledger.transfer t where t.bucket = s.bucket) from lottery.slip s where s.bucket = 1'],
  ['insert into ledger.transfer (bucket, member_id) values ($1, $2) on conflict do nothing'],
  ['update ledger.balance b set held = 0 from unnest($1) m (bucket) where b.bucket = m.bucket'],
  ['with gone as (delete from lottery.slip s where s.bucket = $1::smallint returning 1) select * from gone'],
  ['select * from book.entry where seq = 1'],
])('says its bucket: %s', async (sql) => {
  expect(await tablesWithoutBucket(sql, SPREAD)).toEqual([]);
});

test.each([
  ['select * from ledger.balance where member_id = $1', ['ledger.balance']],
  ['select bucket from ledger.balance', ['ledger.balance']],
  [
    'select * from ledger.balance b join ledger.transfer t on t.bucket = b.bucket',
    ['ledger.balance', 'ledger.transfer'],
  ],
  ['select * from ledger.balance b join ledger.transfer t using (bucket)', ['ledger.balance', 'ledger.transfer']],
  [
    'select * from ledger.balance b join ledger.transfer t on t.ref = b.member_id where b.bucket = 1',
    ['ledger.transfer'],
  ],
  ['select * from book.entry e where exists (select from lottery.slip s where s.id = e.id)', ['lottery.slip']],
  ['insert into ledger.transfer select * from ledger.transfer where bucket = 1', ['ledger.transfer']],
  ['update ledger.balance set held = 0 where member_id = $1', ['ledger.balance']],
  ['delete from lottery.slip using ledger.balance b where b.bucket = 1', ['lottery.slip']],
  ['with s as (select id from lottery.slip) select * from s', ['lottery.slip']],
])('does not: %s', async (sql, tables) => {
  expect(await tablesWithoutBucket(sql, SPREAD)).toEqual(tables);
});
