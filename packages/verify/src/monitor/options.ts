import { parseArgs } from 'node:util';
import { CheckFailure } from '../check/failure.ts';
import { addressOf, logKeyOf, numberOf, publicAddressOf, type WitnessAddress, witnessOf } from '../check/options.ts';

export interface MonitorOptions {
  /** Address of the club, without a trailing slash. */
  club: string;
  /** Folder of the state. */
  data: string;
  /** Verifier key of the book, which the reader compared with another source. */
  logKey: string;
  /** Where the first start begins to read: an index or a day. Null: at the first entry. */
  since: string | null;
  witnesses: WitnessAddress[];
  relays: string[];
  allowLocal: boolean;
  /** Timeout of one request. */
  timeoutMs: number;
  /** Pause between two steps. */
  everyMs: number;
  /** Age that a checkpoint has before its entries are judged, so that witnesses have published its time. */
  witnessWaitMs: number;
  silenceMs: number;
  listen: { host: string; port: number };
  webhook: string | null;
  /** Recompute each seal from the hashes of its bets. */
  slips: boolean;
  /** Check each draw as the club shows it. */
  draws: boolean;
}

export const HELP = `Usage: tercet monitor URL --data FOLDER --log-key KEY [options]

Follows the public book of a club as long as it runs. Checks every entry, seal, draw, void and statement of what the
house owes as it appears, and reports what is wrong, once, as a JSON line, on a page, as metrics and by a webhook.

  URL               where the club answers, such as https://club.example
  --data FOLDER     where the monitor keeps what it has checked and reported. One monitor for one folder
  --log-key KEY     the key of the book (name+id+key) that you compared with another source than the club. Announced
                    changes of the key are followed
  --since WHEN      first start only: begin at this entry (a number) or day (2026-11-21). Without it the monitor reads
                    the whole book first

Whom to ask
  --witness W       a witness to ask: its address, or KEY=URL; may be given again
  --relay URL       a relay of the public beacon to ask instead of the known ones; may be given again
  --allow-local     also use witnesses, relays and a webhook at loopback, private and link-local addresses. Redirects
                    are never followed
  --timeout SECONDS how long one answer of the club may take (20)
  --every SECONDS   pause between two steps (10)
  --witness-wait SECONDS
                    with witnesses: how long to wait for their times before an entry is judged (30)
  --no-slips        do not fetch the hashes of all bets to recompute each seal
  --no-draws        do not check what the club shows of each draw beside its book

Reports
  --listen [HOST:]PORT
                    address of the status page and /metrics (127.0.0.1:3022)
  --webhook URL     receives a POST with JSON on a breach, a fork, something overdue, or silence, and when it is over.
                    It is repeated until it is answered with a status 2xx
  --silence MINUTES how long the club may give no complete answer (10)
  --help            this text

Exit codes
  0  stopped by SIGTERM, SIGINT or SIGHUP
  1  cannot start or go on: the folder is in use or damaged, the port is taken, the disk is full
  2  wrong arguments`;

const LISTEN = '127.0.0.1:3022';
const LISTEN_PATTERN = /^(?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):)?(\d{1,5})$/;
const PORT_MAX = 65_535;
const WHEN_PATTERN = /^(?:\d{1,15}|\d{4}-\d{2}-\d{2})$/;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Parses the arguments. Null where help was requested. Throws a `CheckFailure` that names the mistake. */
export function parseOptions(args: readonly string[]): MonitorOptions | null {
  const { values, positionals } = read(args);
  if (values.help) return null;
  const [target, more] = positionals;
  const { data, since = null } = values;
  const logKey = values['log-key'];
  if (target === undefined || more !== undefined || data === undefined || logKey === undefined) {
    throw new CheckFailure('expected: URL --data FOLDER --log-key KEY; tercet monitor --help says more.');
  }
  if (since !== null && !WHEN_PATTERN.test(since)) {
    throw new CheckFailure(`--since ${since}: expected a number or a day such as 2026-11-21.`);
  }
  const allowLocal = values['allow-local'] === true;
  return {
    club: addressOf(target).replace(/\/book$/, ''),
    data,
    logKey: logKeyOf(logKey),
    since,
    witnesses: (values.witness ?? []).map((text) => witnessOf(text, allowLocal)),
    relays: (values.relay ?? []).map((text) => publicAddressOf('--relay', text, allowLocal)),
    allowLocal,
    timeoutMs: numberOf('--timeout', values.timeout ?? '20') * SECOND_MS,
    everyMs: numberOf('--every', values.every ?? '10') * SECOND_MS,
    witnessWaitMs: numberOf('--witness-wait', values['witness-wait'] ?? '30') * SECOND_MS,
    silenceMs: numberOf('--silence', values.silence ?? '10', 'minutes') * MINUTE_MS,
    listen: listenOf(values.listen ?? LISTEN),
    webhook: values.webhook === undefined ? null : webhookOf(values.webhook, allowLocal),
    slips: values['no-slips'] !== true,
    draws: values['no-draws'] !== true,
  };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        'log-key': { type: 'string' },
        since: { type: 'string' },
        witness: { type: 'string', multiple: true },
        relay: { type: 'string', multiple: true },
        'allow-local': { type: 'boolean' },
        timeout: { type: 'string' },
        every: { type: 'string' },
        'witness-wait': { type: 'string' },
        'no-slips': { type: 'boolean' },
        'no-draws': { type: 'boolean' },
        listen: { type: 'string' },
        webhook: { type: 'string' },
        silence: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CheckFailure((error as Error).message);
  }
}

/** The address as it was typed: a slash at its end may matter to the receiver. */
function webhookOf(text: string, allowLocal: boolean): string {
  publicAddressOf('--webhook', text, allowLocal);
  return text;
}

function listenOf(text: string): MonitorOptions['listen'] {
  const [, host = '127.0.0.1', port = ''] = LISTEN_PATTERN.exec(text) ?? [];
  if (port === '' || Number(port) > PORT_MAX) throw new CheckFailure(`--listen ${text}: expected [HOST:]PORT.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
