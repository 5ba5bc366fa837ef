import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { COMPILE_CACHE } from '../../dev/start/compile-cache.ts';
import { readResults } from './read-results.ts';
import { ROOT, type Step } from './steps.ts';

export interface StepResult {
  step: Step;
  ok: boolean;
  passed: number;
  failed: number;
  seconds: number;
  /** Short messages of the failed tests, printed before the output, which may be long or truncated. */
  faults: string[];
  /** Places of failed tests, in the form that the runner accepts. */
  places: string[];
  output: string;
}

/** Lines shown of a failed step's output. The end is the most informative. */
const OUTPUT_LINES_MAX = 150;
const OUTPUT_CHARS_MAX = 2 ** 22;
/** The shells' exit code after an interrupt. */
const INTERRUPTED = 130;

/** Runs one step. `live` shows its output as it comes, otherwise it is kept for when the step fails. */
export async function runStep(step: Step, live: boolean): Promise<StepResult> {
  const start = performance.now();
  if (step.counting) {
    mkdirSync(dirname(step.counting.file), { recursive: true });
    rmSync(step.counting.file, { force: true });
  }
  let ok = true;
  let output = '';
  for (const command of step.commands) {
    const run = await runCommand(step, command, live);
    output += run.output;
    ok &&= run.ok;
  }
  const counted = step.counting
    ? readResults(step.counting)
    : { passed: Number(ok), failed: Number(!ok), faults: [], places: [] };
  // A runner that broke down, or a test file that would not load, has no failed test to count.
  const failed = ok ? counted.failed : Math.max(1, counted.failed);
  return {
    step,
    ok: ok && failed === 0,
    passed: counted.passed,
    failed,
    seconds: (performance.now() - start) / 1_000,
    faults: counted.faults,
    places: counted.places,
    output: lastLines(output),
  };
}

const running = new Set<ChildProcess>();

async function runCommand(step: Step, command: string[], live: boolean): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    // A separate process group, so that everything the step started can be ended.
    detached: true,
    env: { ...COMPILE_CACHE, ...process.env, ...step.env, ...(live ? {} : { FORCE_COLOR: '0', NO_COLOR: undefined }) },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => (output = (output + data).slice(-OUTPUT_CHARS_MAX)));
  }
  running.add(child);
  child.once('close', () => running.delete(child));
  const interrupt = (): void => {
    endGroup(child, 'SIGTERM');
    // Other processes may run beside it; the last one to end counts.
    child.once('close', () => {
      if (running.size === 0) process.exit(INTERRUPTED);
    });
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const timer = setTimeout(() => {
    output += `\nended after ${step.timeoutMs / 60_000} minutes`;
    endGroup(child, 'SIGKILL');
  }, step.timeoutMs);
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  clearTimeout(timer);
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  return { ok: code === 0, output };
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
  }
}

function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= OUTPUT_LINES_MAX) return lines.join('\n');
  return [`… ${lines.length - OUTPUT_LINES_MAX} lines before`, ...lines.slice(-OUTPUT_LINES_MAX)].join('\n');
}
