import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Spawned {
  process: ChildProcess;
  /** The first printed line, and those after it. */
  ready: Record<string, string>;
  lines: string[];
  /** Sends a signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const SRC = join(import.meta.dirname, '../../src');

/** Starts `tercet` and waits for its first line. Throws with its output where it ends before. */
export function tercet(args: readonly string[]): Promise<Spawned> {
  return run([join(SRC, 'tercet.mjs'), ...args]);
}

export async function run(args: readonly string[]): Promise<Spawned> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.on('data', (data) => complaints.push(String(data)));
  const closed = once(child, 'close');
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), closed]);
  const [first] = lines;
  if (first === undefined) throw new Error(complaints.join(''));
  return {
    process: child,
    ready: JSON.parse(first),
    lines,
    end: async (name) => {
      child.kill(name);
      const [code, signal] = await closed;
      return { code, signal };
    },
  };
}
