import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NOTE_COSIGNATURE, NOTE_ED25519, parseVerifierKey } from '@tercet/fair';
import { isLocalLiteral } from '../net/guard.ts';
import { CheckFailure } from './failure.ts';

/** A witness's address. Without a key, the witness is identified by its cosignatures. */
export interface WitnessAddress {
  vkey: string | null;
  url: string;
}

export interface CheckOptions {
  what: 'receipt' | 'draw' | 'book' | 'liabilities';
  /** File, draw id or address. */
  target: string;
  /** Address of the club, without a trailing slash; null where none was given. */
  club: string | null;
  witnesses: WitnessAddress[];
  /** Query and remember the witnesses that the club names. */
  witnessesFromClub: boolean;
  /** Relays of the public beacon. Empty: the built-in ones. */
  relays: string[];
  allowLocal: boolean;
  /** Timeout of one request. */
  timeoutMs: number;
  /** Verifier key of the book, pinned for this run. */
  logKey: string | null;
  /** Remember the pinned key. */
  pin: boolean;
  origin: string | null;
  since: string | null;
  slips: boolean;
  userName: string | null;
  owed: string | null;
  /** Path for proofs that other programs can check. */
  tlogProof: string | null;
  state: string;
  json: boolean;
}

export const HELP = `Usage: tercet verify draw ID | receipt FILE | book URL | liabilities FILE   [options]

Checks what a club says, on this machine, from its public data.

  draw ID           a draw such as dice-60/29743210, asked of --club
  receipt FILE      a receipt, the answer to a bet, the proof of a bet, a saved bundle, or a file of several
                    ("-" reads standard input). The proof of a bet and a bundle need no network
  book URL          the whole public book of a club: every entry, seal, draw and table
  liabilities FILE  a member's proof of what the house owes them

The key of the book
  --log-key KEY     the key (name+id+key) that you compared with another source than the club: pinned for this run
  --pin             remember the pinned key. With --log-key that one; otherwise the key that the club names is shown
                    and confirmed on the terminal. Nothing is "ok" by a key that was not pinned
  --origin NAME     the name that the book must have

Whom to ask
  --club URL        where the club answers (http://127.0.0.1:3000). You typed it, so it may be a local address
  --witness W       a witness to ask: its address, or KEY=URL; may be given again
  --witnesses-from-club
                    ask the witnesses at the addresses that the club names, and remember them. On a terminal they are
                    shown first
  --relay URL       a relay of the public beacon to ask instead of the known ones; may be given again
  --allow-local     also ask witnesses and relays at loopback, private and link-local addresses. Redirects are never
                    followed
  --timeout SECONDS how long one answer of a club may take (20)

What to check
  --since WHEN      book: from this entry (a number) or day (2026-11-21) on
  --no-slips        book: do not fetch the hashes of all bets to recompute each seal
  --user NAME       liabilities: the user name that the file must be about
  --owed MINOR      liabilities: what the house owed by your own records, in minor units

Output
  --tlog-proof FILE draw, receipt: write the proof that the draw or void entry is in the book (c2sp.org/tlog-proof), and
                    that of the seal as FILE.seal
  --json            one JSON document instead of lines
  --state FOLDER    where keys, witnesses and checkpoints are remembered between runs
  --help            this text

Exit codes
  0  verified, or void as the rules ask
  1  breach: a step is refuted. Keep the output and the file
  2  not checked: wrong arguments, or no answer
  3  time not proven: every step holds but the time, or void with a time that is not proven
  4  pending: not due yet
  5  overdue: due and not shown
  6  incomplete: evidence is missing; the output names it and who should provide it
Of several receipts the worst counts: 1, 2, 6, 5, 4, 3, 0.`;

const KINDS = ['receipt', 'draw', 'book', 'liabilities'] as const;
const CLUB_DEFAULT = 'http://127.0.0.1:3000';
const WITNESS_PATTERN = /^(?:(.+?)=)?(https?:\/\/.+)$/;

/** Parses the arguments. Null where help was requested. Throws a `CheckFailure` that names the mistake. */
export function parseOptions(args: readonly string[]): CheckOptions | null {
  const { values, positionals } = read(args);
  if (values.help) return null;
  const [kind, target, more] = positionals;
  const what = KINDS.find((one) => one === kind);
  if (what === undefined || target === undefined || more !== undefined) {
    throw new CheckFailure('expected: draw ID, receipt FILE, book URL or liabilities FILE; --help says more.');
  }
  if (what === 'book') addressOf(target);
  const allowLocal = values['allow-local'] === true;
  return {
    what,
    target,
    club: values.club === undefined ? (what === 'draw' ? CLUB_DEFAULT : null) : addressOf(values.club),
    witnesses: (values.witness ?? []).map((text) => witnessOf(text, allowLocal)),
    witnessesFromClub: values['witnesses-from-club'] === true,
    relays: (values.relay ?? []).map((text) => publicAddressOf('--relay', text, allowLocal)),
    allowLocal,
    timeoutMs: numberOf('--timeout', values.timeout ?? '20') * 1000,
    logKey: values['log-key'] === undefined ? null : logKeyOf(values['log-key']),
    pin: values.pin === true,
    origin: values.origin ?? null,
    since: values.since ?? null,
    slips: values['no-slips'] !== true,
    userName: values.user ?? null,
    owed: values.owed ?? null,
    tlogProof: values['tlog-proof'] ?? null,
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
        'witnesses-from-club': { type: 'boolean' },
        relay: { type: 'string', multiple: true },
        'allow-local': { type: 'boolean' },
        timeout: { type: 'string' },
        'log-key': { type: 'string' },
        pin: { type: 'boolean' },
        origin: { type: 'string' },
        since: { type: 'string' },
        'no-slips': { type: 'boolean' },
        user: { type: 'string' },
        owed: { type: 'string' },
        'tlog-proof': { type: 'string' },
        state: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CheckFailure((error as Error).message);
  }
}

export function addressOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new CheckFailure(`"${text}" is not an http address.`);
  return text.replace(/(?<!\/)\/+$/, '');
}

export function publicAddressOf(option: string, text: string, allowLocal: boolean): string {
  const address = addressOf(text);
  if (!allowLocal && isLocalLiteral(new URL(address))) {
    throw new CheckFailure(`${option} ${text} is a local address; add --allow-local if you mean it.`);
  }
  return address;
}

export function witnessOf(text: string, allowLocal: boolean): WitnessAddress {
  const [, vkey = null, url = ''] = WITNESS_PATTERN.exec(text) ?? [];
  if (vkey !== null && parseVerifierKey(vkey)?.algorithm !== NOTE_COSIGNATURE) {
    throw new CheckFailure(`--witness ${text}: "${vkey}" is not a witness key (name+id+key).`);
  }
  if (url === '') throw new CheckFailure(`--witness ${text}: expected an http address, or KEY=URL.`);
  return { vkey, url: publicAddressOf('--witness', url, allowLocal) };
}

export function logKeyOf(text: string): string {
  if (parseVerifierKey(text)?.algorithm === NOTE_ED25519) return text;
  throw new CheckFailure(`--log-key ${text}: expected the key of a book (name+id+key).`);
}

/** A number from 1 to 9999. */
export function numberOf(option: string, text: string, unit = 'seconds'): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CheckFailure(`${option} ${text}: expected a number of ${unit}.`);
}
