import { createInterface } from 'node:readline/promises';
import { text as readStream } from 'node:stream/consumers';
import { type Lookup, resolve } from '../net/guard.ts';
import { visibleLines } from '../print.ts';

/** The command's access to its machine. Tests supply their own. */
export interface Machine {
  /** Unix milliseconds. */
  nowMs(): number;
  lookup: Lookup;
  out(text: string): void;
  err(text: string): void;
  /** Reports the progress of a long check. */
  progress(done: number, of: number): void;
  /** Whether the command can ask the user. */
  isTerminal: boolean;
  ask(question: string): Promise<string>;
  readInput(): Promise<string>;
}

/** The same for the commands, with output that passes through `visibleLines`. */
export type Environment = Omit<Machine, 'out' | 'err' | 'ask'> & {
  /** Prints to standard error, apart from the result. */
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

export function surroundingsOf(machine: Machine): Environment {
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
