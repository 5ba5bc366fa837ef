import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { refuseOtherRights } from '../../src/db/rights/refuse-other-rights.ts';
import { urlAs } from '../../src/db/rights/role-urls.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/db/rights/roles.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function check(url: string, role: ProcessRole): Promise<void> {
  const db = openDb(openPool({ url, connectionsMax: 1 }));
  try {
    await refuseOtherRights(db, role, 'TERCET_APP_URL');
  } finally {
    await db.destroy();
  }
}

const lines = (error: unknown): string[] => String(error instanceof Error ? error.message : error).split('\n');

test.each(PROCESS_ROLES)('%s starts as its own role', async (role) => {
  await expect(check(database.urls[role], role)).resolves.toBeUndefined();
});

describe('a process refuses to start, in one line,', () => {
  test('as the owner', async () => {
    for (const role of PROCESS_ROLES) {
      const refused = await check(database.ownerUrl, role).catch(lines);
      expect(refused).toEqual([
        expect.stringMatching(/^TERCET_APP_URL signs in as \S+, who .*: a process of the role /),
      ]);
    }
  });

  test('as another process', async () => {
    for (const role of PROCESS_ROLES) {
      for (const other of PROCESS_ROLES.filter((one) => one !== role)) {
        const refused = await check(database.urls[other], role).catch(lines);
        expect([role, other, refused]).toEqual([
          role,
          other,
          [expect.stringContaining(`signs in as ${database.roles[other]}, who may do more than the role ${role}: `)],
        ]);
      }
    }
  });

  test('as its own role with a right more, or a right less', async () => {
    const { draw } = database.roles;
    await owner.query(`grant select (user_name) on members.member to ${draw}`);
    expect(await check(database.urls.draw, 'draw').catch(lines)).toEqual([
      expect.stringContaining('may do more than the role draw: draw select (user_name) on table members.member; '),
    ]);
    await owner.query(`revoke select (user_name) on members.member from ${draw}`);
    await owner.query(`revoke insert on draw.seal from ${draw}`);
    expect(await check(database.urls.draw, 'draw').catch(lines)).toEqual([
      expect.stringContaining('lacks rights of the role draw: draw insert on table draw.seal; run `club migrate`'),
    ]);
    await owner.query(`grant insert on draw.seal to ${draw}`);
    await owner.query('grant execute on function ledger.pay_back to public');
    expect(await check(database.urls.draw, 'draw').catch(lines)).toEqual([
      expect.stringContaining('public execute on function ledger.pay_back'),
    ]);
    await owner.query('revoke execute on function ledger.pay_back from public');
    await expect(check(database.urls.draw, 'draw')).resolves.toBeUndefined();
  });

  test('as somebody special, or who is also somebody else', async () => {
    const name = `special_${randomBytes(6).toString('hex')}`;
    await owner.query(`create role ${name} login createrole password 'special'`);
    await owner.query(`grant connect on database ${new URL(database.ownerUrl).pathname.slice(1)} to ${name}`);
    const url = urlAs(database.ownerUrl, name, 'special');
    expect(await check(url, 'jobs').catch(lines)).toEqual([
      expect.stringContaining(`signs in as ${name}, who may do more than run the club`),
    ]);
    await owner.query(`alter role ${name} nocreaterole; grant ${database.roles.jobs} to ${name}`);
    expect(await check(url, 'jobs').catch(lines)).toEqual([
      expect.stringContaining(`signs in as ${name}, who is also ${database.roles.jobs}`),
    ]);
    await owner.query(`drop owned by ${name}; drop role ${name}`);
  });
});

describe('a server process', () => {
  async function start(env: Record<string, string>, role: string): Promise<{ code: number; stderr: string }> {
    const given = { ...COMPILE_CACHE, PATH: process.env.PATH ?? '', PORT: '0', TERCET_KEYS: '/nowhere', ...env };
    return promisify(execFile)(process.execPath, [MAIN, `--role=${role}`], { env: given, timeout: 60_000 }).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
  }

  test('of several roles says which URL it lacks, and takes no one’s for another’s', async () => {
    const { api, draw } = database.urls;
    expect(await start({ TERCET_API_URL: api }, 'api,draw')).toMatchObject({
      code: 1,
      stderr: 'configuration: the role draw needs TERCET_APP_URL, or TERCET_DRAW_URL\n',
    });
    expect(await start({ TERCET_APP_URL: api }, 'api,draw')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^TERCET_APP_URL signs in as [^\n]*_api, who may do more than the role draw: [^\n]*\n$/,
      ),
    });
    expect(await start({ TERCET_API_URL: draw, TERCET_DRAW_URL: draw }, 'api,draw')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^TERCET_API_URL signs in as [^\n]*_draw, who may do more than the role api: [^\n]*\n$/,
      ),
    });
  }, 180_000);
});
