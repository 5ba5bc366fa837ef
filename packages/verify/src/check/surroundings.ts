import { createInterface } from 'node:readline/promises';
import { text as readStream } from 'node:stream/consumers';
import { type Lookup, resolve } from '../net/guard.ts';
import { visibleLines } from '../print.ts';

/** What the command takes from its machine; tests give their own. */
export interface Machine {
  /** Unix milliseconds. */
  nowMs(): number;
  lookup: Lookup;
  out(text: string): void;
  err(text: string): void;
  /** How far a long check has come. */
  progress(done: number, of: number): void;
  /** Whether a person can be asked. */
  isTerminal: boolean;
  ask(question: string): Promise<string>;
  readInput(): Promise<string>;
}

/** The same for the commands: what they say passes through `visibleLines`. */
export type Surroundings = Omit<Machine, 'out' | 'err' | 'ask'> & {
  /** Beside the result, on standard error. */
  tell(...lines: string[]): void;
  ask(...lines: string[]): Promise<string>;
};

export const THIS_MACHINE: Machine = {
  nowMs: Date.now,
  lookup: resolve,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  progress: (done, of) => process.stderr.write(`\r${done} of ${of} entries${done < of ? '' : '\n'}`),
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  ask: askOnTerminal,
  readInput: () => readStream(process.stdin),
};

export function surroundingsOf(machine: Machine): Surroundings {
  return {
    ...machine,
    tell: (...lines) => machine.err(`${visibleLines(lines)}\n`),
    ask: (...lines) => machine.ask(visibleLines(lines)),
  };
}

async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
