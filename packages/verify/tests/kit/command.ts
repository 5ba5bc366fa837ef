/** Runs `tercet verify` in this process, with a test machine. */
import type { BookVerification, MissingEvidence, Verification } from '@tercet/fair';
import { verifyCommand } from '../../src/check/command.ts';
import type { Machine } from '../../src/check/environment.ts';

export interface Ran {
  code: number;
  /** Printed output. */
  out: string;
  err: string;
  /** The JSON of `--json`; empty without it. */
  json: Partial<Verification & BookVerification> & {
    exitCode?: number;
    error?: string;
    missing?: MissingEvidence[];
    witnesses?: {
      answered: string[];
      silent: { url: string; why: string }[];
      suggested: { vkey: string; url: string }[];
    };
    keys?: { pinned: string | null; firstSeen: string | null; named: string | null };
    receipts?: { verdict: string; exitCode: number }[];
    tlogProofs?: string[];
  };
}

/** Runs the command. Unless `more` overrides it, there is no terminal, name resolution or standard input. */
export async function tercet(args: readonly string[], nowMs: number, more: Partial<Machine> = {}): Promise<Ran> {
  const output = { out: '', err: '' };
  const machine: Machine = {
    nowMs: () => nowMs,
    lookup: (host) => Promise.reject(new Error(`${host} is looked up by no test`)),
    out: (text) => {
      output.out += text;
    },
    err: (text) => {
      output.err += text;
    },
    progress: () => {},
    isTerminal: false,
    ask: (question) => Promise.reject(new Error(`nobody answers ${question}`)),
    readInput: () => Promise.reject(new Error('there is no input')),
    ...more,
  };
  const code = await verifyCommand(args, machine);
  return { code, ...output, json: args.includes('--json') ? JSON.parse(output.out) : {} };
}
