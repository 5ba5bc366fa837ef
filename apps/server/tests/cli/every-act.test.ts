import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clubProgram } from '../../../../dev/club.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import type { Argument } from '../../src/cli/program/act.ts';
import { areasOf } from '../../src/cli/program/run.ts';
import { type Club, openClub } from '../kit/club.ts';
import { runInMemory } from '../kit/club-command.ts';

/** Commands that open no database. */
const OF_FILES = [
  'keys make',
  'keys show',
  'database script',
  'backup list',
  'sandbox advance',
  'sandbox stats',
  ...['bash', 'zsh', 'fish'].map((shell) => `completion ${shell}`),
];
const ACTS = areasOf(clubProgram({})).flatMap((area) => area.acts.map((act) => ({ area, act })));
const AWAY = 'postgres://someone:hidden@127.0.0.1:1/elsewhere';

const folder = temporaryFolder('tercet-acts-');
const dataDir = join(folder.path, 'data');
let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(async () => {
  await club.close();
  folder.remove();
});

/** A value that fits the argument's help text. It need not refer to anything that exists. */
function sampleOf({ name, choices }: Argument): string {
  if (choices) return choices[0] ?? '';
  const samples: Record<string, string> = { DATE: '2026-11-21', SPAN: '3d', FILE: 'no-file.json', FOLDER: 'no-folder' };
  const sample = samples[name];
  return name === 'FILE' || name === 'FOLDER' ? join(folder.path, sample ?? '') : (sample ?? 'nobody');
}

const CASES = ACTS.map(({ area, act }) => ({
  name: `${area.name} ${act.name}`.trim(),
  typed: [area.name, act.name, ...(act.args ?? []).map(sampleOf)].filter(Boolean),
  hasJson: act.hasJson === true,
}));

function run(typed: readonly string[], named: NodeJS.ProcessEnv) {
  const environment = {
    TERCET_DATA: dataDir,
    TERCET_KEYS: join(folder.path, 'keys'),
    TERCET_MEMBER_APP: join(folder.path, 'no-pages'),
    TERCET_PAYMENTS: 'none',
    TERCET_SEED_FILMS: 'none',
    TERCET_SEED_HOSTS: 'none',
    TERCET_BEACON: 'local',
    ...named,
  };
  return runInMemory(clubProgram(environment), typed, environment);
}

function expectNamed(name: string, stderr: string, line: string): void {
  const [first] = stderr.split('\n');
  if (OF_FILES.includes(name)) expect(stderr).not.toContain('database  ');
  else expect(first).toBe(line);
  expect(existsSync(join(dataDir, 'postgres')), 'an embedded database was started').toBe(false);
}

describe.each(CASES)('club $name', ({ name, typed, hasJson }) => {
  test('works on the server that TERCET_OWNER_URL names, and says so first', async () => {
    const url = new URL(club.database.ownerUrl);
    const { stdout, stderr } = await run(typed, { TERCET_OWNER_URL: url.href });
    const place = `${url.pathname.slice(1)} on ${url.hostname}:${url.port} as ${url.username}`;
    expectNamed(name, stderr, `database  ${place} (TERCET_OWNER_URL)`);
    expect(stdout + stderr).not.toContain(url.password);
  });

  test('prints JSON alone on standard output where it has JSON', async () => {
    const { code, stdout, stderr } = await run([...typed, '--json'], { TERCET_OWNER_URL: club.database.ownerUrl });
    if (!hasJson) expect([code, stderr]).toEqual([2, expect.stringContaining("Unknown option '--json'")]);
    else if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object');
    else expect([name, code]).toEqual([name, 1]);
  });

  test.each(['DATABASE_URL', 'TERCET_APP_URL', 'TERCET_JOBS_URL'])('never turns from %s to another', async (source) => {
    const { code, stdout, stderr } = await run(typed, { [source]: AWAY });
    expectNamed(name, stderr, `database  elsewhere on 127.0.0.1:1 as someone (${source})`);
    expect(stdout + stderr).not.toContain('hidden');
    if (!OF_FILES.includes(name) && source !== 'DATABASE_URL') expect(code).toBe(1);
  });

  test('refuses an empty variable: a missing secret leads nowhere', async () => {
    if (OF_FILES.includes(name)) return;
    const { code, stderr } = await run(typed, { TERCET_OWNER_URL: '' });
    expect([code, stderr]).toEqual([1, 'configuration: TERCET_OWNER_URL is empty: set it, or unset it\n']);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});

test('there are acts of every area, and each has an own help', async () => {
  expect(CASES.length).toBeGreaterThan(30);
  for (const { name } of CASES) {
    const { code, stdout } = await run([...name.split(' '), '--help'], {});
    expect([name, code, stdout.split('\n')[0]]).toEqual([name, 0, expect.stringContaining(`Usage: club ${name}`)]);
  }
});
