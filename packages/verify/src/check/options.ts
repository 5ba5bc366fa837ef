import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CheckFailure } from './failure.ts';

export interface CheckOptions {
  what: 'receipt' | 'draw' | 'book' | 'liabilities';
  /** File, draw id or address. */
  target: string;
  /** Address of the club, without a slash at the end; null where none was given. */
  club: string | null;
  /** Witnesses to ask beside those that the club names. */
  witnesses: string[];
  /** Verifier key of the book that must have signed. */
  logKey: string | null;
  origin: string | null;
  since: string | null;
  slips: boolean;
  userName: string | null;
  owed: string | null;
  state: string;
  json: boolean;
}

export const HELP = `Usage: tercet verify receipt FILE | draw ID | book URL | liabilities FILE   [options]

Checks what a club says, on this machine and with nothing of the club's but its public data.

  receipt FILE      a receipt or a saved bundle ("-" reads standard input). A bundle needs no network
  draw ID           a draw such as dice-60/29743210, asked of --club
  book URL          the whole public book of a club: every entry, seal, draw and table
  liabilities FILE  a member's proof that the house counts what it owes him

  --club URL        where the club answers (http://127.0.0.1:3000)
  --witness URL     a witness to ask, beside those that the club names; may be given again
  --log-key KEY     the key (name+id+key) that must have signed the book; else the one that was seen first is kept
  --origin NAME     the name that the book must have
  --since WHEN      book: from this entry (a number) or day (2026-11-21) on
  --no-slips        book: do not fetch the hashes of all slips to compute each seal's root anew
  --user NAME       liabilities: the user name that the file must be about
  --owed MINOR      liabilities: what the house owed by one's own account, in minor units
  --state FOLDER    where keys and checkpoints are remembered between runs
  --json            one JSON document instead of lines
  --help            this text

Exit code: 0 all holds, 1 something is refuted, 2 it could not be checked, 3 nothing is refuted and not all is proven
(no witnesses, not drawn yet).`;

const KINDS = ['receipt', 'draw', 'book', 'liabilities'] as const;
const CLUB_DEFAULT = 'http://127.0.0.1:3000';

/** Null where help was asked for. Throws a `CheckFailure` that says what is wrong. */
export function parseOptions(args: readonly string[]): CheckOptions | null {
  const { values, positionals } = read(args);
  if (values.help) return null;
  const [kind, target, more] = positionals;
  const what = KINDS.find((one) => one === kind);
  if (what === undefined || target === undefined || more !== undefined) {
    throw new CheckFailure('expected: receipt FILE, draw ID, book URL or liabilities FILE; --help says more.');
  }
  if (what === 'book' && !URL.canParse(target)) throw new CheckFailure(`"${target}" is no address.`);
  return {
    what,
    target,
    club: addressOf(values.club ?? (what === 'draw' ? CLUB_DEFAULT : null)),
    witnesses: (values.witness ?? []).map((url) => addressOf(url) ?? ''),
    logKey: values['log-key'] ?? null,
    origin: values.origin ?? null,
    since: values.since ?? null,
    slips: values['no-slips'] !== true,
    userName: values.user ?? null,
    owed: values.owed ?? null,
    state: values.state ?? join(homedir(), '.local', 'state', 'tercet'),
    json: values.json === true,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        club: { type: 'string' },
        witness: { type: 'string', multiple: true },
        'log-key': { type: 'string' },
        origin: { type: 'string' },
        since: { type: 'string' },
        'no-slips': { type: 'boolean' },
        user: { type: 'string' },
        owed: { type: 'string' },
        state: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CheckFailure((error as Error).message);
  }
}

function addressOf(text: string | null): string | null {
  if (text === null) return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new CheckFailure(`"${text}" is no http address.`);
  return text.replace(/(?<!\/)\/+$/, '');
}
