import { decodeEntryAs } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { publishAuditHead } from '../../src/jobs/publish-audit-head.ts';
import { type Club, openClub } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';

let club: Club;
const audit = (...args: string[]) =>
  clubLines(['audit', ...args], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: '/nowhere' });
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

async function published() {
  const { rows } = await club.owner.query("select body from book.entry where type = 'audit-head' order by seq");
  return rows.map(({ body }) => decodeEntryAs('audit-head', body));
}

async function write(): Promise<void> {
  await transaction(club.api, (tx) =>
    record(tx, { staff: null, act: 'forged-rows-swept', why: null, address: 'terminal' }),
  );
}

test('the head goes into the book when it grew, once, from however many processes', async () => {
  expect(await publishAuditHead(club.jobs)).toBe('same');
  await write();
  await write();
  const pools = Array.from({ length: 4 }, () => openPool({ url: club.database.urls.jobs, connectionsMax: 1 }));
  const outcomes = await Promise.all(pools.map((pool) => publishAuditHead(openDb(pool))));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(outcomes.sort()).toEqual(['published', 'same', 'same', 'same']);
  const { rows } = await club.owner.query("select encode(hash, 'hex') as head from audit.head");
  const at = String(Math.floor(club.clock.nowMs() / 1_000));
  expect(await published()).toEqual([{ type: 'audit-head', size: '2', head: rows[0].head, at }]);
  const covered = await club.owner.query(
    'select max(size) > (select max(seq) from book.entry) as is from book.tree_head',
  );
  expect(covered.rows).toEqual([{ is: true }]);
  expect(await publishAuditHead(club.jobs)).toBe('same');
  await write();
  expect(await publishAuditHead(club.jobs)).toBe('published');
  expect((await published()).map(({ size }) => size)).toEqual(['2', '3']);
});

test('the command holds the log against the heads of the book', async () => {
  expect(await audit('verify')).toEqual([
    '3 acts, hash chain intact',
    '2 heads published in the book, all of them match',
  ]);
  await club.owner.query('delete from audit.entry where seq = 2');
  await club.owner.query('update audit.head set size = 2, hash = (select hash from audit.entry where seq = 1)');
  await expect(audit('verify')).rejects.toThrow('BROKEN: act 2 is missing');
  await expect(audit()).rejects.toThrow('Usage');
});
