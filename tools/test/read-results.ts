import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Counting } from './steps.ts';

export interface Results {
  passed: number;
  failed: number;
  /** What each failed test is called and said, in a few lines. */
  faults: string[];
}

const FAULT_LINES_MAX = 8;

/** What a runner of tests has left behind; nothing when it broke down before. */
export function readResults({ kind, file }: Counting): Results {
  let result: Record<string, unknown>;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, faults: [] };
  }
  return kind === 'vitest' ? readVitest(result) : readPlaywright(result);
}

interface VitestResult {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    status: string;
    name: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

function readVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }: VitestResult): Results {
  const faults = testResults.flatMap(({ status, name, message = '', assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // A file that would not load has no tests of its own.
    if (failed.length === 0 && status === 'failed') return [fault(name, message)];
    return failed.map(({ fullName, failureMessages = [] }) => fault(fullName, failureMessages.join('\n')));
  });
  return { passed: numPassedTests, failed: numFailedTests, faults };
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightResult extends Suite {
  stats?: { expected?: number; unexpected?: number; flaky?: number };
  errors?: { message?: string }[];
}

function readPlaywright(result: PlaywrightResult): Results {
  const { expected = 0, unexpected = 0, flaky = 0 } = result.stats ?? {};
  const beside = (result.errors ?? []).map(({ message = '' }) => fault('beside the tests', message));
  return { passed: expected, failed: unexpected + flaky, faults: [...faultsOf(result), ...beside] };
}

function faultsOf({ suites = [], specs = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((one) => one.errors);
      return fault(`${file}:${line} ${title}`, errors.map(({ message = '' }) => message).join('\n'));
    });
  return [...own, ...suites.flatMap(faultsOf)];
}

function fault(name: string, said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return [name, ...lines.slice(0, FAULT_LINES_MAX).map((line) => `  ${line}`)].join('\n');
}
