import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type Area, UsageError } from './act.ts';
import { completionArea } from './completion.ts';
import { databaseLine, namedDatabase } from './database.ts';
import { parseCommand } from './parse.ts';
import { progressBar } from './progress.ts';
import { runProgram } from './run.ts';

const AREA: Area = {
  name: 'things',
  about: 'about things',
  acts: [
    {
      name: 'add',
      about: 'adds a thing',
      args: [
        { name: 'NAME', about: 'its name' },
        { name: 'KIND', about: 'its kind', choices: ['large', 'small'] },
      ],
      options: { until: { value: 'TIME', about: 'how long' } },
      scope: 'files',
      run: async ({ args, options }) => [...args, String(options.until)],
    },
    {
      name: 'check',
      about: 'checks things',
      scope: 'files',
      hasJson: true,
      run: async () => ({ lines: ['one is wrong'], data: { wrong: 1n }, isFailed: true }),
    },
    {
      name: 'list',
      about: 'lists things',
      args: [{ name: 'NAME', about: 'which', isOptional: true, isList: true }],
      scope: 'database',
      run: async ({ environment }) => [environment.TERCET_OWNER_URL ?? 'none'],
    },
  ],
};

async function run(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const stdout = { write: (text: unknown) => out.push(String(text)) > 0 };
  const stderr = { write: (text: unknown) => err.push(String(text)) > 0 };
  const code = await runProgram({ areas: [AREA], command: null, local: null }, args, environment, { stdout, stderr });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

describe('a command line', () => {
  test('gives an act its arguments and options', async () => {
    expect(await run(['things', 'add', 'x', 'small', '--until', 'noon'])).toMatchObject({
      code: 0,
      stdout: 'x\nsmall\nnoon\n',
    });
  });

  test.each([
    [[]],
    [['nothing']],
    [['things']],
    [['things', 'nothing']],
    [['things', 'add', 'x']],
    [['things', 'add', 'x', 'middling']],
    [['things', 'add', 'x', 'small', 'more']],
    [['things', 'add', 'x', 'small', '--from', 'noon']],
    [['things', 'add', 'x', 'small', '--json']],
  ])('%j is wrong usage, which ends with 2', async (args) => {
    expect(() => parseCommand([AREA], args)).toThrow(UsageError);
    expect(await run(args)).toMatchObject({ code: 2, stdout: '' });
  });

  test('asks for help at each level', async () => {
    for (const args of [['--help'], ['things', '--help'], ['things', 'add', '--help']]) {
      const { code, stdout } = await run(args);
      expect([code, stdout]).toEqual([0, expect.stringContaining('things add NAME KIND')]);
    }
  });
});

test('a check that found a fault prints it and ends with 1, also as JSON', async () => {
  expect(await run(['things', 'check'])).toEqual({ code: 1, stdout: 'one is wrong\n', stderr: '' });
  expect(await run(['things', 'check', '--json'])).toMatchObject({ code: 1, stdout: '{\n  "wrong": "1"\n}\n' });
});

describe('the database', () => {
  const url = 'postgres://me:hidden@db.example:6432/club';

  test('of the owner goes before that of a role', () => {
    expect(namedDatabase({})).toBeNull();
    const both = namedDatabase({ TERCET_APP_URL: 'postgres://app@a/b', DATABASE_URL: url });
    expect(both).toEqual({ source: 'DATABASE_URL', url, isOwner: true });
    expect(namedDatabase({ TERCET_OWNER_URL: 'postgres://o@a/b', DATABASE_URL: url })?.source).toBe('TERCET_OWNER_URL');
    expect(namedDatabase({ TERCET_SLIPS_URL: url })?.isOwner).toBe(false);
  });

  test('is named without its password, and given to the act as the owner’s', async () => {
    const line = 'database  club on db.example:6432 as me (DATABASE_URL)';
    expect(databaseLine(url, 'DATABASE_URL')).toBe(line);
    expect(await run(['things', 'list'], { DATABASE_URL: url })).toEqual({
      code: 0,
      stdout: `${url}\n`,
      stderr: `${line}\n`,
    });
  });

  test.each(['me:hidden@db.example/club', 'postgres://me:hid den@[', 'db.example:5432'])(
    'is not guessed from %s, and nothing of it is printed',
    async (wrong) => {
      const { code, stderr } = await run(['things', 'list'], { TERCET_OWNER_URL: wrong });
      expect([code, stderr]).toEqual([1, 'configuration: TERCET_OWNER_URL is not a connection string\n']);
    },
  );

  test('must be named where none comes along', async () => {
    expect(await run(['things', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TERCET_OWNER_URL'),
    });
  });
});

describe('the progress bar', () => {
  function barAt(isTTY: boolean, times: number[]) {
    const written: string[] = [];
    const bar = progressBar(
      { isTTY, write: (text: unknown) => written.push(String(text)) > 0 },
      () => times.shift() ?? 0,
    );
    return { bar, written };
  }

  test('shows how far a long act is, and is removed at its end', () => {
    const { bar, written } = barAt(true, [0, 1_000, 2_500, 2_550, 3_000]);
    for (const done of [1, 2, 3, 4]) bar.show('rows', done, 4);
    bar.end();
    expect(written.map((text) => text.slice(5))).toEqual([
      'rows  [############------------] 50 %',
      'rows  [########################] 100 %',
      '',
    ]);
  });

  test('writes nothing to a file, and nothing for a short act', () => {
    for (const { bar, written } of [barAt(false, [0, 5_000]), barAt(true, [0, 100])]) {
      bar.show('rows', 1, 4);
      bar.end();
      expect(written).toEqual([]);
    }
  });
});

describe('completion', () => {
  const area = completionArea([AREA], null);

  async function scriptOf(shell: string): Promise<string> {
    const { code, stdout } = await run(['completion', shell]);
    expect(code).toBe(0);
    return stdout;
  }

  test('has a script of each shell with all areas, acts and choices', async () => {
    for (const { name } of area.acts) {
      const script = await scriptOf(name);
      for (const word of ['things', 'add', 'check', 'small', '--until', 'completion']) expect(script).toContain(word);
    }
  });

  test.each([
    ['club', 'th', 'things'],
    ['club things', '', 'add check list --help'],
    ['club things add x', 'la', 'large'],
    ['club things check', '--j', '--json'],
  ])('in bash: %s %s', async (typed, begun, offered) => {
    const words = [...typed.split(' '), begun].map((word) => `'${word}'`);
    const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _club; echo "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', `${await scriptOf('bash')}\n${ask}`], { encoding: 'utf8' });
    expect(stdout.trim()).toBe(offered);
  });
});
