import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAgain } from './run-again.ts';
import { runStep } from './run-step.ts';
import type { Step } from './steps.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-again-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A runner whose files fail this many times, first among all and then alone. */
function runner(name: string, failing: { file: string; times: number }[]): Step {
  const file = join(folder, `${name}.json`);
  const counts = join(folder, `${name}-counts.json`);
  writeFileSync(counts, JSON.stringify(Object.fromEntries(failing.map((one) => [one.file, one.times]))));
  const script = `
    const asked = process.argv.slice(1);
    const left = JSON.parse(fs.readFileSync(${JSON.stringify(counts)}));
    const all = Object.keys(left).filter((name) => asked.length === 0 || asked.includes(name));
    const bad = all.filter((name) => left[name]-- > 0);
    fs.writeFileSync(${JSON.stringify(counts)}, JSON.stringify(left));
    fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({
      numPassedTests: (asked.length === 0 ? 10 : all.length) - bad.length, numFailedTests: bad.length,
      testResults: bad.map((name) => ({ status: 'failed', name, assertionResults: [
        { status: 'failed', fullName: 'rule of ' + name, failureMessages: ['it did not hold'] }] })),
    }));
    process.exit(bad.length > 0 ? 1 : 0)`;
  return { name, group: 'tests', commands: [['-e', script]], timeoutMs: 10_000, counting: { kind: 'vitest', file } };
}

test('a test that fails once and passes alone is reported, and is no failure', async () => {
  const result = await runAgain(await runStep(runner('once', [{ file: 'a.ts', times: 1 }]), false));
  expect(result).toMatchObject({ ok: true, passed: 10, failed: 0 });
  expect(result.unsteady).toEqual(['rule of a.ts\n  it did not hold']);
});

test('what fails twice has failed', async () => {
  const result = await runAgain(await runStep(runner('twice', [{ file: 'a.ts', times: 2 }]), false));
  expect(result).toMatchObject({ ok: false, passed: 9, failed: 1, unsteady: [] });
  expect(result.faults).toEqual(['rule of a.ts\n  it did not hold']);
});

test('of two, only the one that fails again has failed', async () => {
  const both = [
    { file: 'a.ts', times: 1 },
    { file: 'b.ts', times: 2 },
  ];
  expect(await runAgain(await runStep(runner('two', both), false))).toMatchObject({
    ok: false,
    passed: 9,
    failed: 1,
    faults: ['rule of b.ts\n  it did not hold'],
    unsteady: ['rule of a.ts\n  it did not hold'],
  });
});

test('five failures are not run again', async () => {
  const five = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'].map((file) => ({ file, times: 1 }));
  expect(await runAgain(await runStep(runner('five', five), false))).toMatchObject({ ok: false, failed: 5 });
});

test('a runner that crashed is not run again', async () => {
  const broken: Step = { name: 'b', group: 'tests', commands: [['-e', 'process.exit(1)']], timeoutMs: 10_000 };
  const counting = { kind: 'vitest', file: join(folder, 'none.json') } as const;
  expect(await runAgain(await runStep({ ...broken, counting }, false))).toMatchObject({ ok: false, failed: 1 });
});
