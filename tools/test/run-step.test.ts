import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStep } from './run-step.ts';
import type { Step } from './steps.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-steps-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function step(script: string, more: Partial<Step> = {}): Step {
  return { name: 'a', group: 'check', commands: [['-e', script]], timeoutMs: 10_000, ...more };
}

/** A test runner that leaves this result behind. */
function runner(result: unknown, code: number, kind: 'vitest' | 'playwright'): Step {
  const file = join(folder, `${kind}.json`);
  const source = join(folder, 'result.json');
  writeFileSync(source, JSON.stringify(result));
  const script = `fs.copyFileSync(${JSON.stringify(source)}, ${JSON.stringify(file)}); process.exit(${code})`;
  return step(script, { group: 'tests', counting: { kind, file } });
}

test('a step that has no tests counts as one', async () => {
  expect(await runStep(step('1'), false)).toMatchObject({ ok: true, passed: 1, failed: 0 });
  const failed = await runStep(step('console.log("why"); process.exit(3)'), false);
  expect(failed).toMatchObject({ ok: false, passed: 0, failed: 1, output: 'why' });
});

test('all commands run, and all must succeed', async () => {
  const commands = [
    ['-e', 'process.exit(1)'],
    ['-e', 'console.log("second")'],
  ];
  expect(await runStep(step('', { commands }), false)).toMatchObject({ ok: false, output: 'second' });
});

test('tests are counted', async () => {
  const vitest = runner({ numPassedTests: 7, numFailedTests: 2 }, 1, 'vitest');
  expect(await runStep(vitest, false)).toMatchObject({ ok: false, passed: 7, failed: 2 });
  const playwright = runner({ stats: { expected: 3, unexpected: 0, flaky: 0 } }, 0, 'playwright');
  expect(await runStep(playwright, false)).toMatchObject({ ok: true, passed: 3, failed: 0 });
});

test('a runner that crashes is a failure, whatever it has counted', async () => {
  const broken = runner({ numPassedTests: 7, numFailedTests: 0 }, 1, 'vitest');
  expect(await runStep(broken, false)).toMatchObject({ ok: false, passed: 7, failed: 1 });
  const silent = step('process.exit(1)', { counting: { kind: 'vitest', file: join(folder, 'none.json') } });
  expect(await runStep(silent, false)).toMatchObject({ ok: false, passed: 0, failed: 1 });
});

test('an old result is not taken for a new one', async () => {
  const first = runner({ numPassedTests: 7, numFailedTests: 0 }, 0, 'vitest');
  await runStep(first, false);
  const second = { ...first, commands: [['-e', '1']] };
  expect(await runStep(second, false)).toMatchObject({ ok: true, passed: 0 });
});

test('a step that does not end is ended', async () => {
  const result = await runStep(step('setInterval(() => {}, 1000)', { timeoutMs: 300 }), false);
  expect(result).toMatchObject({ ok: false, failed: 1 });
  expect(result.output).toMatch(/ended after/);
});

test('shows the end of a long output', async () => {
  const { output } = await runStep(step('for (let i = 0; i < 1000; i++) console.log(i); process.exitCode = 1'), false);
  expect(output).toMatch(/^… 850 lines before\n850\n/);
  expect(output).toMatch(/\n999$/);
});

test('failures are summarised, each test by its name', async () => {
  const vitest = runner(
    {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          status: 'failed',
          name: '/a.test.ts',
          assertionResults: [
            { status: 'passed', fullName: 'holds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'adds up',
              failureMessages: ['\u001b[31mexpected 2\u001b[39m\n  at there:1'],
            },
          ],
        },
        { status: 'failed', name: '/b.test.ts', message: 'no such module', assertionResults: [] },
      ],
    },
    1,
    'vitest',
  );
  expect((await runStep(vitest, false)).faults).toEqual(['adds up\n  expected 2', '/b.test.ts\n  no such module']);
  const spec = (ok: boolean, message: string) => ({
    title: 'bets',
    file: 'round.spec.ts',
    line: 9,
    ok,
    tests: [{ results: [{ errors: [{ message }] }] }],
  });
  const playwright = runner(
    {
      stats: { expected: 1, unexpected: 1, flaky: 0 },
      errors: [{ message: 'the club did not close' }],
      suites: [{ suites: [{ specs: [spec(false, 'too late'), spec(true, '')] }] }],
    },
    1,
    'playwright',
  );
  expect((await runStep(playwright, false)).faults).toEqual([
    'round.spec.ts:9 bets\n  too late',
    'beside the tests\n  the club did not close',
  ]);
});
