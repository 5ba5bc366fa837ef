import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredSchemas } from '../../src/db/rights/declared.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/db/rights/roles.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { FORBIDDEN, outcomeOf, routinesOf } from './catalog.ts';

// Rights outside of our tables and functions: the database itself, other roles, files, programs, the clock.

let database: TestDatabase;
let owner: pg.Pool;
const clients = new Map<ProcessRole, pg.Client>();
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  for (const role of PROCESS_ROLES) {
    const client = new pg.Client({ connectionString: database.urls[role] });
    await client.connect();
    clients.set(role, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await owner.end();
  await database.drop();
});

const of = (role: ProcessRole): pg.Client => clients.get(role) as pg.Client;
const stateOf = async (role: ProcessRole, statement: string): Promise<string> =>
  (await outcomeOf(of(role), statement)).state;

test('nothing acts behind a statement: no trigger, no rule', async () => {
  const { rows } = await owner.query(
    `select tgname::text as name from pg_trigger where not tgisinternal
     union all select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
       where rulename <> '_RETURN' and c.relnamespace::regnamespace::text = any ($1)`,
    [declaredSchemas()],
  );
  expect(rows).toEqual([]);
});

test('the clock is the real one until the owner takes it', async () => {
  const { rows } = await owner.query(
    `select oid::regprocedure::text as name, prosrc as text from pg_proc
     where pronamespace = 'clock'::regnamespace and prorettype in ('timestamptz'::regtype, 'bigint'::regtype) order by 1`,
  );
  expect(rows).toEqual([
    { name: 'clock.now()', text: 'select clock_timestamp()' },
    { name: 'clock.now_ms()', text: 'select floor(extract(epoch from clock.now()) * 1000)::bigint' },
  ]);
});

describe.each(PROCESS_ROLES)('%s', (role) => {
  test('owns nothing, is nobody special and belongs to no other role', async () => {
    const { rows: roles } = await of(role).query(`
      select rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, session_user::text as name
      from pg_roles where rolname = current_user`);
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false };
    expect(roles).toEqual([{ rolcanlogin: true, ...none, rolbypassrls: false, name: database.roles[role] }]);
    const { rows: owned } = await owner.query(
      `with me as (select oid from pg_roles where rolname = $1)
       select 'class' as what from pg_class, me where relowner = me.oid
       union all select 'function' from pg_proc, me where proowner = me.oid
       union all select 'schema' from pg_namespace, me where nspowner = me.oid
       union all select 'type' from pg_type, me where typowner = me.oid
       union all select 'database' from pg_database, me where datdba = me.oid
       union all select 'member' from pg_auth_members, me where member = me.oid`,
      [database.roles[role]],
    );
    expect(owned).toEqual([]);
  });

  test('makes nothing in any schema, nor a schema, nor anything of its own that lasts or does not', async () => {
    for (const schema of [...declaredSchemas(), 'public']) {
      for (const change of [
        `create table ${schema}.more (a int)`,
        `create view ${schema}.more as select 1`,
        `create function ${schema}.more() returns int language sql as 'select 1'`,
        `create type ${schema}.more as enum ('a')`,
        `create sequence ${schema}.more`,
        `drop schema ${schema} cascade`,
        `alter schema ${schema} rename to gone`,
      ]) {
        expect([change, await stateOf(role, change)]).toEqual([change, FORBIDDEN]);
      }
    }
    for (const change of [
      'create schema more',
      'create extension pgcrypto schema members',
      'create temp table more (a int)',
      `create publication more for all tables`,
      `create event trigger more on ddl_command_end execute function nothing()`,
      `create foreign data wrapper more`,
    ]) {
      expect([change, await stateOf(role, change)]).toEqual([change, FORBIDDEN]);
    }
  });

  test('makes nothing that ends with its connection', async () => {
    // PostgreSQL 3F000: without the privilege for temporary tables, the connection has no schema for them.
    const forged = `create function pg_temp.now() returns timestamptz language sql as 'select timestamptz ''2020-01-01'''`;
    expect(await stateOf(role, forged)).toMatch(/^(3F000|42501)$/);
    expect(await stateOf(role, 'create temp table more as select 1')).toBe(FORBIDDEN);
    expect(await stateOf(role, 'create temp sequence more')).toBe(FORBIDDEN);
  });

  test('replaces, alters and drops no function', async () => {
    const routines = await routinesOf(owner);
    expect(routines.length).toBeGreaterThan(30);
    const { rows } = await owner.query(
      `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)`,
      [declaredSchemas()],
    );
    for (const { name, text } of rows) {
      for (const change of [text, `drop function ${name}`, `alter function ${name} security definer`]) {
        expect([name, await stateOf(role, change)]).toEqual([name, FORBIDDEN]);
      }
    }
  });

  test('cannot move the clock, by a function, a setting or a name of its own', async () => {
    const forged = `create or replace function clock.now() returns timestamptz language sql volatile as 'select timestamptz ''2020-01-01'''`;
    expect(await stateOf(role, forged)).toBe(FORBIDDEN);
    expect(await stateOf(role, 'alter function clock.now() set timezone = utc')).toBe(FORBIDDEN);
    const client = of(role);
    await client.query(`set search_path = pg_temp, clock; set timezone = 'Asia/Ulaanbaatar'`);
    const { rows } = await client.query(
      `select abs(clock.now_ms() - extract(epoch from clock_timestamp()) * 1000) as ms`,
    );
    await client.query('reset search_path; reset timezone');
    expect(Number(rows[0].ms)).toBeLessThan(60_000);
  });

  test('becomes nobody else, gives itself nothing, and switches no check off', async () => {
    const ownerName = `"${decodeURIComponent(new URL(database.ownerUrl).username)}"`;
    const others = PROCESS_ROLES.filter((other) => other !== role).map((other) => database.roles[other]);
    const own = database.roles[role];
    for (const change of [
      `set role ${ownerName}`,
      `set session authorization ${ownerName}`,
      ...others.flatMap((other) => [`set role ${other}`, `set session authorization ${other}`]),
      ...others.map((other) => `alter role ${other} password 'mine'`),
      ...others.map((other) => `grant ${other} to ${own}`),
      `grant ${ownerName} to ${own}`,
      `alter role ${own} superuser`,
      `alter role ${own} createrole`,
      `create role more login`,
      `alter default privileges for role ${ownerName} grant all on tables to ${own}`,
      'set session_replication_role = replica',
      'set zero_damaged_pages = on',
      `alter database ${new URL(database.ownerUrl).pathname.slice(1)} set statement_timeout = 0`,
      'update pg_catalog.pg_class set relowner = relowner',
      'delete from pg_catalog.pg_constraint',
      'select rolpassword from pg_catalog.pg_authid',
      'checkpoint',
    ]) {
      expect([change, await stateOf(role, change)]).toEqual([change, FORBIDDEN]);
    }
    // Not permitted inside a transaction.
    await expect(of(role).query('alter system set fsync = off')).rejects.toMatchObject({ code: FORBIDDEN });
  });

  test('reads and writes no file, runs no program, and keeps no large object', async () => {
    for (const change of [
      `copy clock.more from program 'true'`,
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/out'`,
      `select pg_read_file('/etc/passwd')`,
      `select pg_read_binary_file('/etc/passwd')`,
      `select pg_ls_dir('/')`,
      `select pg_stat_file('/etc/passwd')`,
      `select lo_import('/etc/passwd')`,
      `select lo_export(1, '/tmp/out')`,
      'select lo_create(0)',
      'select lo_creat(-1)',
      `select lo_from_bytea(0, 'x')`,
    ]) {
      const state = await stateOf(role, change);
      // PostgreSQL looks the table up first; a missing table fails before the program is considered.
      expect([change, state]).toEqual([
        change,
        change.includes('clock.more') ? expect.stringMatching(/^42(501|P01)$/) : FORBIDDEN,
      ]);
    }
    const { rows } = await owner.query(`select extname from pg_extension where extname <> 'plpgsql'`);
    expect(rows.filter(({ extname }) => /dblink|fdw|untrusted|plpython|plperlu/.test(extname))).toEqual([]);
  });

  test('may listen and notify, which PostgreSQL lets everybody do', async () => {
    expect(await stateOf(role, 'listen more')).toBe('allowed');
    expect(await stateOf(role, `select pg_notify('more', '')`)).toBe('allowed');
  });

  test('ends no connection but its own role’s', async () => {
    const { rows } = await owner.query('select pg_backend_pid() as pid');
    expect(await stateOf(role, `select pg_terminate_backend(${rows[0].pid})`)).toBe(FORBIDDEN);
    expect(await stateOf(role, `select pg_cancel_backend(${rows[0].pid})`)).toBe(FORBIDDEN);
  });
});
