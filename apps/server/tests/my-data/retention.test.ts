import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { TABLE_RETENTION } from '../../src/db/retention.ts';
import { DAY_MS } from '../../src/durations.ts';
import { deleteFingerprints } from '../../src/jobs/delete-fingerprints.ts';
import { signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addHost } from '../kit/hosts.ts';
import { signedInStaff } from '../kit/staff.ts';

const YEAR_MS = 366 * DAY_MS;
/** Longer than a session can last. */
const SESSION_MS_MAX = 100 * DAY_MS;

let club: Club;
let startMs: number;
beforeAll(async () => {
  club = await openClub();
  startMs = club.clock.nowMs();
});
afterAll(() => club.close());

async function count(table: string, where: string, value: string): Promise<number> {
  const { rows } = await club.owner.query(`select count(*)::integer as n from ${table} where ${where} = $1`, [value]);
  return rows[0].n;
}

test('every table says how long it keeps what is about people', async () => {
  const { rows } = await club.owner.query(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'clock') order by 1`);
  expect(rows.length).toBeGreaterThan(100);
  expect(Object.keys(TABLE_RETENTION).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('what a table promises is done by a job that there is', async () => {
  const jobs = readFileSync(new URL('../../src/jobs/jobs.ts', import.meta.url), 'utf8');
  const { rows } = await club.owner.query(`
    select string_agg(p.prosrc, ' ') as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'members' and p.proname like 'erase%'`);
  const { rows: cascading } = await club.owner.query(`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c'
      and confrelid = 'members.user_name_claim'::regclass`);
  const erased = [rows[0].source, ...cascading.map(({ name }) => name)].join(' ');
  const broken = Object.entries(TABLE_RETENTION).filter(([table, retention]) => {
    if (retention.of === 'job') return !jobs.includes(`name: '${retention.job}'`);
    return retention.of === 'member' && !new RegExp(`\\b${table.replace('.', '\\.')}\\b`).test(erased);
  });
  expect(broken).toEqual([]);
});

test('a table with a member or a session in it holds at least numbers', async () => {
  const { rows } = await club.owner.query(`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    where column_name in ('member_id', 'user_name', 'address', 'device', 'real_name') and table_schema not like 'pg%'`);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.map(({ name }) => name).filter((name) => TABLE_RETENTION[name]?.of === 'none')).toEqual([]);
});

test('ended sessions of members who stay and of staff go after 90 days', async () => {
  // A new member has a session.
  const member = await club.member();
  const staff = await signedInStaff(club, 'support');
  await club.owner.query('update members.session set ended_at = clock.now() where member_id = $1', [member.memberId]);
  await club.owner.query('update staff.session set ended_at = clock.now() where staff_id = $1', [staff.id]);
  await signIn(club, member);
  await club.clock.set(startMs + 89 * DAY_MS);
  await deleteFingerprints(club.jobs);
  expect(await count('members.session', 'member_id', member.memberId)).toBe(2);
  expect(await count('staff.session', 'staff_id', staff.id)).toBe(1);
  await club.clock.set(startMs + 91 * DAY_MS);
  expect(await deleteFingerprints(club.jobs)).toBe(2);
  // The session that no one ended.
  expect(await count('members.session', 'member_id', member.memberId)).toBe(1);
  expect(await count('staff.session', 'staff_id', staff.id)).toBe(0);
  await club.clock.set(startMs + SESSION_MS_MAX + 91 * DAY_MS);
  await deleteFingerprints(club.jobs);
  expect(await count('members.session', 'member_id', member.memberId)).toBe(0);
});

test('of hosts whose consent ended a year ago their place in the list stays, without words and pictures', async () => {
  await club.clock.set(startMs);
  const [gone, listed] = [await addHost(club), await addHost(club)];
  await club.owner.query('update directory.consent set withdrawn_at = clock.now() where host_id = $1', [gone.hostId]);
  await club.clock.set(startMs + YEAR_MS - 2 * DAY_MS);
  await deleteFingerprints(club.jobs);
  expect(await count('directory.picture', 'host_id', gone.hostId)).toBeGreaterThan(0);
  await club.clock.set(startMs + YEAR_MS + DAY_MS);
  await club.owner.query(
    `insert into directory.consent (id, host_id, at, until_at)
     values ($1, $2, clock.now() - interval '1 day', clock.now() + interval '30 days')`,
    [newId(), listed.hostId],
  );
  await deleteFingerprints(club.jobs);
  for (const table of ['directory.picture', 'directory.link'])
    expect(await count(table, 'host_id', gone.hostId)).toBe(0);
  const { rows } = await club.owner.query(
    `select h.texts, array_agg(distinct v.note) as notes from directory.host h
     join directory.verification v on v.host_id = h.id where h.id = $1 group by h.id`,
    [gone.hostId],
  );
  expect(rows).toEqual([{ texts: null, notes: ['Erased after a year.'] }]);
  expect(await count('directory.consent', 'host_id', gone.hostId)).toBe(1);
  expect(await count('directory.picture', 'host_id', listed.hostId)).toBeGreaterThan(0);
  expect(await deleteFingerprints(club.jobs)).toBe(0);
});
