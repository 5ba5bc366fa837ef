import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { roleUrls } from '../../src/db/rights/role-urls.ts';
import { PROCESS_ROLES, quoteName, type RolePasswords, roleNames } from '../../src/db/rights/roles.ts';
import { sqlState } from '../../src/db/transaction.ts';
import { ask, databaseAt } from '../setup/cluster.ts';

// Two clubs on one server with awkward database names: one contains a quote and spaces, the other has the maximum
// length of PostgreSQL.

const mark = randomBytes(4).toString('hex');
const NAMES = [
  `Zwei "Clubs" №${mark}`,
  `${'club-with-a-long-name-'.repeat(3).slice(0, 63 - mark.length)}${mark}`,
] as const;

interface TestClub {
  name: string;
  ownerUrl: string;
  passwords: RolePasswords;
  urls: ReturnType<typeof roleUrls>;
}

let serverUrl: string;
let clubs: [TestClub, TestClub];
beforeAll(async () => {
  const server = inject('testServer');
  serverUrl = server.ownerUrl;
  clubs = [await open(NAMES[0]), await open(NAMES[1])];
}, 120_000);
afterAll(async () => {
  for (const name of NAMES) {
    await ask(serverUrl, [`drop database if exists ${quoteName(name)} with (force)`]);
    const roles = Object.values(roleNames(name)).map(quoteName).join(', ');
    await ask(serverUrl, [`drop role if exists ${roles}`]);
  }
});

async function open(name: string): Promise<TestClub> {
  await ask(serverUrl, [`create database ${quoteName(name)} template template0`]);
  const ownerUrl = databaseAt(serverUrl, encodeURIComponent(name));
  const passwords = { api: secret(), draw: secret(), jobs: secret() };
  await migrate(ownerUrl, { passwords, partitionDays: { back: 0, ahead: 1 } });
  return { name, ownerUrl, passwords, urls: roleUrls(ownerUrl, passwords) };
}

const secret = (): string => randomBytes(12).toString('base64');

async function signIn(url: string, statement = 'select count(*) from house.house'): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
    return 'allowed';
  } catch (error) {
    return sqlState(error) ?? String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

const [DENIED, NO_SUCH_PASSWORD] = ['42501', '28P01'];

describe('two clubs on one server', () => {
  test('share no role, and each role opens its own database', async () => {
    const names = clubs.flatMap(({ name }) => Object.values(roleNames(name)));
    expect(new Set(names).size).toBe(6);
    for (const { urls } of clubs) {
      for (const role of PROCESS_ROLES) expect([role, await signIn(urls[role])]).toEqual([role, 'allowed']);
    }
  });

  test('no role of one enters the other’s database, nor makes anything in its own', async () => {
    for (const [here, there] of [clubs, [clubs[1], clubs[0]]] as [TestClub, TestClub][]) {
      for (const role of PROCESS_ROLES) {
        const elsewhere = databaseAt(here.urls[role], encodeURIComponent(there.name));
        expect([role, await signIn(elsewhere)]).toEqual([role, DENIED]);
        expect([role, await signIn(here.urls[role], 'create temp table more (a int)')]).toEqual([role, DENIED]);
      }
    }
  });

  test('no password of one is another’s, nor is a role’s the next one’s', async () => {
    const [one, two] = clubs;
    const mixed = roleUrls(one.ownerUrl, two.passwords);
    const turned = roleUrls(one.ownerUrl, {
      api: one.passwords.draw,
      draw: one.passwords.jobs,
      jobs: one.passwords.api,
    });
    for (const role of PROCESS_ROLES) {
      expect([role, await signIn(mixed[role])]).toEqual([role, NO_SUCH_PASSWORD]);
      expect([role, await signIn(turned[role])]).toEqual([role, NO_SUCH_PASSWORD]);
    }
  });

  test('a start of one, with the passwords that it has or with new ones, leaves the other as it was', async () => {
    const [one, two] = clubs;
    await migrate(one.ownerUrl, { passwords: one.passwords });
    for (const role of PROCESS_ROLES) {
      expect(await signIn(one.urls[role])).toBe('allowed');
      expect(await signIn(two.urls[role])).toBe('allowed');
    }
    const passwords = { api: secret(), draw: secret(), jobs: secret() };
    await migrate(one.ownerUrl, { passwords });
    const urls = roleUrls(one.ownerUrl, passwords);
    for (const role of PROCESS_ROLES) {
      expect([role, await signIn(one.urls[role]), await signIn(urls[role])]).toEqual([
        role,
        NO_SUCH_PASSWORD,
        'allowed',
      ]);
      expect(await signIn(two.urls[role])).toBe('allowed');
    }
    await migrate(one.ownerUrl, { passwords: one.passwords });
  }, 60_000);
});

describe('a start mends', () => {
  test('what a role has changed of itself: password and settings', async () => {
    const [{ name, ownerUrl, passwords, urls }] = clubs;
    for (const role of PROCESS_ROLES) {
      await ask(urls[role], [
        `alter role current_user set default_transaction_isolation = 'repeatable read'`,
        `alter role current_user set statement_timeout = 1`,
        `alter role current_user in database ${quoteName(name)} set search_path = pg_temp`,
        `alter role current_user in database ${quoteName(name)} set default_transaction_read_only = on`,
        `alter role current_user password 'mine'`,
      ]);
      expect([role, await signIn(urls[role])]).toEqual([role, NO_SUCH_PASSWORD]);
    }
    await migrate(ownerUrl, { passwords });
    for (const role of PROCESS_ROLES) {
      const client = new pg.Client({ connectionString: urls[role] });
      await client.connect();
      const { rows } = await client.query(
        `select name, setting from pg_settings where source in ('user', 'database user') and name <> 'TimeZone'
         order by name`,
      );
      await client.end();
      expect(rows).toEqual([
        { name: 'lock_timeout', setting: '2000' },
        { name: 'statement_timeout', setting: '15000' },
      ]);
    }
  }, 60_000);

  test('rights that were given or taken by hand, also to everybody', async () => {
    const [{ name, ownerUrl, passwords, urls }] = clubs;
    const { draw, api } = roleNames(name);
    await ask(ownerUrl, [
      `grant update on draw.draw to ${quoteName(draw)}`,
      `grant select (password_hash) on members.member to ${quoteName(draw)}`,
      `revoke select on house.house from ${quoteName(api)}`,
      'grant execute on function ledger.write to public',
      `grant connect on database ${quoteName(name)} to public`,
    ]);
    expect(await signIn(urls.api)).toBe(DENIED);
    await migrate(ownerUrl, { passwords });
    expect(await signIn(urls.api)).toBe('allowed');
    expect(await signIn(urls.draw, 'update draw.draw set total = total where false')).toBe(DENIED);
    expect(await signIn(urls.draw, 'select password_hash from members.member')).toBe(DENIED);
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const { rows } = await client.query(
      `select has_function_privilege('public', 'ledger.write'::regproc, 'execute') as executes`,
    );
    await client.end();
    expect(rows).toEqual([{ executes: false }]);
  }, 60_000);

  test('a role that became somebody special, or that nobody can sign in as', async () => {
    const [{ name, ownerUrl, passwords, urls }] = clubs;
    const { draw, jobs } = roleNames(name);
    await ask(ownerUrl, [
      `alter role ${quoteName(draw)} superuser bypassrls`,
      `alter role ${quoteName(jobs)} nologin`,
      `grant ${quoteName(draw)} to ${quoteName(jobs)}`,
    ]);
    await migrate(ownerUrl, { passwords });
    const special = 'select 1 / (select count(*) from pg_roles where rolname = current_user and not rolsuper)';
    expect(await signIn(urls.draw, special)).toBe('allowed');
    expect(await signIn(urls.jobs)).toBe('allowed');
    expect(await signIn(urls.jobs, `set role ${quoteName(draw)}`)).toBe(DENIED);
  }, 60_000);
});
