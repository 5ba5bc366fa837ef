import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Counting } from './steps.ts';

export interface Results {
  passed: number;
  failed: number;
  /** Title and message of each failed test, in a few lines. */
  faults: string[];
  /** Places of failed tests, in the form that the runner accepts. */
  places: string[];
}

const FAULT_LINES_MAX = 8;

/** Reads a test runner's result file. Empty when the runner crashed. */
export function readResults({ kind, file }: Counting): Results {
  let result: Record<string, unknown>;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, faults: [], places: [] };
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
  const places = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return { passed: numPassedTests, failed: numFailedTests, faults, places };
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
  const broken = failedSpecs(result);
  const faults = broken.map(({ title, file, line, tests }) => {
    const errors = tests.flatMap(({ results }) => results).flatMap((one) => one.errors);
    return fault(`${file}:${line} ${title}`, errors.map(({ message = '' }) => message).join('\n'));
  });
  const places = broken.map(({ file, line }) => `${file}:${line}`);
  return { passed: expected, failed: unexpected + flaky, faults: [...faults, ...beside], places };
}

function failedSpecs({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)];
}

function fault(name: string, text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return [name, ...lines.slice(0, FAULT_LINES_MAX).map((line) => `  ${line}`)].join('\n');
}
