import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const FORBIDDEN = '42501';
const SCHEMAS = [
  'clock',
  'ledger',
  'lottery',
  'draw',
  'book',
  'members',
  'house',
  'payments',
  'staff',
  'audit',
  'complaints',
  'video',
  'desk',
  'directory',
];

let database: TestDatabase;
let app: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

async function stateOf(statement: string): Promise<string> {
  try {
    await app.query(statement);
    return 'allowed';
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
}

test('the server signs in as a role that owns nothing, is nobody special and belongs to no other role', async () => {
  const { rows: roles } = await app.query(`
    select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`);
  expect(await app.query('select current_user as name').then((answer) => answer.rows[0].name)).toBe('tercet_app');
  expect(roles).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
  ]);
  const { rows: owned } = await app.query(`
    select 'class', relname::text as name from pg_class where relowner = 'tercet_app'::regrole
    union all select 'function', proname from pg_proc where proowner = 'tercet_app'::regrole
    union all select 'schema', nspname from pg_namespace where nspowner = 'tercet_app'::regrole
    union all select 'type', typname from pg_type where typowner = 'tercet_app'::regrole
    union all select 'database', datname from pg_database where datdba = 'tercet_app'::regrole
    union all select 'member of', roleid::regrole::text from pg_auth_members where member = 'tercet_app'::regrole`);
  expect(owned).toEqual([]);
});

/** They write postings and slips, which it cannot write itself. */
const LENDING = ['ledger.pay_back', 'ledger.write', 'ledger.write_stakes', 'lottery.place_slips'];

test('no function lends it the rights of its owner but those that write postings and slips', async () => {
  const { rows } = await app.query(
    `select n.nspname || '.' || p.proname as name, array_to_string(p.proconfig, ', ') as settings,
       has_function_privilege('public', p.oid, 'execute') as is_public
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname = any ($1) order by 1`,
    [SCHEMAS],
  );
  expect(rows.map(({ name }) => name)).toEqual(LENDING);
  for (const { name, settings, is_public } of rows) {
    expect(settings, name).toContain('search_path=pg_catalog, pg_temp');
    expect(is_public, name).toBe(false);
  }
  const { rows: all } = await app.query(
    `select n.nspname as name from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  expect(all.map((row) => row.name).sort()).toEqual([...SCHEMAS, 'public'].sort());
});

test('nothing acts behind a statement: no trigger, no rule', async () => {
  const { rows } = await app.query(
    `select tgname::text as name from pg_trigger where not tgisinternal
     union all select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
       where rulename <> '_RETURN' and c.relnamespace::regnamespace::text = any ($1)`,
    [SCHEMAS],
  );
  expect(rows).toEqual([]);
});

/** All that the server's own role may change or remove. What is not here is history, tables of later days included. */
const CHANGEABLE = [
  'audit.head: hash, size',
  'book.head: peaks, size',
  'complaints.complaint: answered_at',
  'desk.canned: changed_at, changed_by, hidden_at, texts, title',
  'desk.thread: closed_at, closed_by, entries, house_read, last_at, member_read, member_told, waits_since',
  'directory.city: country, hidden_at, latitude, longitude, texts, tier',
  'directory.consent: withdrawn_at',
  'directory.host: barred_at, city_id, draft, draft_by, draft_refused, draft_version, hidden_at, languages, paused_at, removed_at, services, texts',
  'directory.link: ended_at',
  'directory.picture: approved_at, picture, place, removed_at',
  'directory.report: answer, decided_at, decided_by, outcome',
  'directory.verification: confirmed_at, confirmed_by, revoked_at',
  'draw.beacon_head: *',
  'draw.lease: *',
  'draw.offer: delete',
  'draw.task: delete',
  'house.banner: body, from_at, link, made, picture, position, texts, title, until_at, version, withdrawn_at',
  'house.notice: from_at, until_at, withdrawn_at',
  'house.payment_logo: hidden_at, made, name, picture, place, version',
  'ledger.balance: version',
  'ledger.gate: epoch',
  'lottery.gate: at_risk, budget, period',
  'lottery.play: checked_at, last_at, lost_day, lost_month, lost_week, staked_day, stale_at, started_at, summed_at',
  'lottery.slip_key: salt',
  'members.avatar: delete',
  'members.avatar: made, picture, set_at, version',
  'members.closure: done_at',
  'members.finance_password: hash, locked_until, locks, open, open_until, pepper_id, set_at, wrong',
  'members.finance_reset: cancelled_at, used_at',
  'members.identity_check: country, decided_at, document_kind, ended_at, good_until, name_version, next_at, provider_ref, reason, state, url',
  'members.invite: *',
  'members.limit_request: dropped_at',
  'members.member: *',
  'members.message: read_at',
  'members.own_invite: key_id, sealed',
  'members.push_subscription: delete',
  'members.push_subscription: key_id, sealed',
  'members.push_task: delete',
  'members.push_task: next_at, tries',
  'members.recovery_code: *',
  'members.recovery_code: delete',
  'members.session: *',
  'members.suspension: *',
  'members.try_count: *',
  'members.try_count: delete',
  'payments.legal_hold: confirmed_by, from_at, lifted_at',
  'payments.payee: ended_at, key_id, sealed',
  'payments.payee_permit: used_at',
  'payments.payment: ended_at, next_at, reason, refund_ref, state, tries',
  'payments.payout_health: fault',
  'payments.provider_event: handled_at, next_at, outcome, tries',
  'payments.top_up: checkout_ref, checkout_url, ended_at, next_at, state',
  'payments.withdrawal: approved_at, ended_at, next_at, provider_ref, refusal_reason, refusal_words, state, tries',
  'payments.withdrawal_claim: at, staff_id, until_at',
  'payments.withdrawal_claim: delete',
  'staff.account: disabled_at, handed_at, handed_by, password_given, password_hash, password_until, role, totp, totp_key_id, totp_step',
  'staff.challenge: delete',
  'staff.passkey: counter, removed_at, used_at',
  'staff.proposal: decided_at, decided_by, decided_why, decision',
  'staff.session: ended_at, idle_until, proved_at',
  'video.captions: delete',
  'video.captions: version',
  'video.choice: access, at, history',
  'video.class: hidden_at, position, texts',
  'video.cover: delete',
  'video.cover: picture, version',
  'video.film: duration_ms, fault, held_until, holder, made, percent, preview_ms, ready_at, received, state, tries',
  'video.play: counted',
  'video.play: delete',
  'video.plays: plays',
  'video.progress: at, position_ms',
  'video.progress: delete',
  'video.purchase: refunded_at, refunded_by',
  'video.title: access, age, balance, class_id, class_since, film_id, hours, price, published_at, recommended, start_ms, texts, withdrawn_at',
];

test('what it may change is listed here, and nothing else can be changed', async () => {
  const { rows } = await app.query(
    `with t as (
       select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
     )
     select name || ': *' as may from t where has_table_privilege(oid, 'UPDATE')
     union all select name || ': delete' from t where has_table_privilege(oid, 'DELETE')
     union all select name || ': truncate' from t where has_table_privilege(oid, 'TRUNCATE')
     union all select name || ': trigger' from t where has_table_privilege(oid, 'TRIGGER')
     union all select name || ': ' || string_agg(a.attname, ', ' order by a.attname)
       from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
       where has_column_privilege(t.oid, a.attnum, 'UPDATE') and not has_table_privilege(t.oid, 'UPDATE') group by name`,
    [SCHEMAS],
  );
  expect(rows.map((row) => row.may).sort()).toEqual(CHANGEABLE);
});

describe('the schemas', () => {
  test.each(SCHEMAS)('%s takes nothing new and loses nothing', async (schema) => {
    for (const change of [
      `create table ${schema}.more (a int)`,
      `create view ${schema}.more as select 1`,
      `create function ${schema}.more() returns int language sql as 'select 1'`,
      `create type ${schema}.more as enum ('a')`,
      `create sequence ${schema}.more`,
      `drop schema ${schema} cascade`,
      `alter schema ${schema} rename to gone`,
    ]) {
      expect(await stateOf(change), change).toBe(FORBIDDEN);
    }
  });

  test('none can be added, nor anything put into public', async () => {
    expect(await stateOf('create schema more')).toBe(FORBIDDEN);
    expect(await stateOf('create table public.more (a int)')).toBe(FORBIDDEN);
    expect(await stateOf('create extension if not exists pgcrypto')).toBe(FORBIDDEN);
  });

  test('keep their functions: none can be replaced, altered or dropped', async () => {
    const { rows } = await app.query(
      `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)`,
      [SCHEMAS],
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, text } of rows) {
      expect(await stateOf(text), name).toBe(FORBIDDEN);
      expect(await stateOf(`drop function ${name}`), name).toBe(FORBIDDEN);
      expect(await stateOf(`alter function ${name} security definer`), name).toBe(FORBIDDEN);
      expect(await stateOf(`alter function ${name} owner to tercet_app`), name).toBe(FORBIDDEN);
    }
  });
});

describe('the clock', () => {
  test('cannot be replaced, and no setting moves it', async () => {
    const forged = `create or replace function clock.now() returns timestamptz language sql volatile as 'select timestamptz ''2020-01-01'''`;
    expect(await stateOf(forged)).toBe(FORBIDDEN);
    expect(await stateOf(`create function clock.now(integer) returns timestamptz language sql as 'select now()'`)).toBe(
      FORBIDDEN,
    );
    expect(await stateOf('alter function clock.now() rename to past')).toBe(FORBIDDEN);
    expect(await stateOf('alter function clock.now() set timezone = utc')).toBe(FORBIDDEN);
    // Names in a schema of one's own come first, but only where a name is not written out whole.
    await app.query(
      `create function pg_temp.now() returns timestamptz language sql as 'select timestamptz ''2020-01-01'''`,
    );
    await app.query(`set search_path = pg_temp, clock; set timezone = 'Asia/Ulaanbaatar'`);
    const { rows } = await app.query(`select abs(clock.now_ms() - extract(epoch from clock_timestamp()) * 1000) as ms`);
    await app.query('reset search_path; reset timezone; drop function pg_temp.now()');
    expect(Number(rows[0].ms)).toBeLessThan(60_000);
  });

  test('is the real one until the owner takes it', async () => {
    const { rows } = await app.query(
      `select oid::regprocedure::text as name, prosrc as text from pg_proc
       where pronamespace = 'clock'::regnamespace order by 1`,
    );
    expect(rows).toEqual([
      { name: 'clock.now()', text: 'select clock_timestamp()' },
      { name: 'clock.now_ms()', text: 'select floor(extract(epoch from clock.now()) * 1000)::bigint' },
    ]);
  });
});

test('the checks of the server cannot be switched off', async () => {
  const owner = `"${new URL(database.ownerUrl).username}"`;
  for (const change of [
    'set session_replication_role = replica',
    `set role ${owner}`,
    `set session authorization ${owner}`,
    'alter role tercet_app superuser',
    'alter role tercet_app createrole',
    `grant ${owner} to tercet_app`,
    'alter system set fsync = off',
    'set zero_damaged_pages = on',
    'update pg_catalog.pg_class set relowner = relowner',
    'delete from pg_catalog.pg_constraint',
    `copy ledger.transfer from program 'true'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
  ]) {
    expect(await stateOf(change), change).toBe(FORBIDDEN);
  }
});
