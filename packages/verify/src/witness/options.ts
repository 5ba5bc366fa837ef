import { parseArgs } from 'node:util';
import { NOTE_ED25519, parseVerifierKey } from '@tercet/fair';
import { StartFailure } from '../storage/start-failure.ts';

/** A log to watch: its name, its trusted keys, and the URL at which its house serves it. */
export interface LogOption {
  origin: string;
  keys: string[];
  bookUrl: string;
}

export interface WitnessOptions {
  name: string;
  data: string;
  logs: LogOption[];
  port: number;
  host: string;
  fromHere: boolean;
}

export const HELP = `Usage: tercet witness --name NAME --data FOLDER --log KEY=URL [options]

Watches the public books of clubs. A book sends its checkpoints here; the witness reads the new entries and the leaf
hashes of new seals, and cosigns if all of it holds and nothing that it saw before has changed.

  --name NAME      what the witness is called for ever, such as witness.example/w1
  --data FOLDER    where its key and what it has seen are kept; nobody else may use it. Back it up only while the
                   witness is stopped, and never run an older copy: it would not know what it has signed
  --log KEY=URL    a book to watch: its key (name+id+key) and its address, such as https://club.example/book
                   Give it again for another book, or with the same URL for another key of the same book
  --port N         where it listens (3021)
  --host ADDRESS   on which address (127.0.0.1)
  --from-here      for a book that this witness has never seen: begin with the checkpoint that comes first, whose
                   root is checked against the book's tiles but whose entries are not read. Without it the witness
                   reads the whole book and the leaves of all its seals, which can take long for an old one. It
                   makes no difference to a book that has been seen before
  --help           this text`;

const PORT_DEFAULT = '3021';
const PORT_MAX = 65_535;
const LOGS_MAX = 64;
const LOG_PATTERN = /^(.+?)=(https?:\/\/.+)$/;

/** Parses the arguments. Null where help was requested. Throws a `StartFailure` that names the mistake. */
export function parseOptions(args: readonly string[]): WitnessOptions | null {
  const values = read(args);
  if (values.help) return null;
  const { name, data, log = [], port = PORT_DEFAULT, host = '127.0.0.1' } = values;
  if (name === undefined || data === undefined || log.length === 0) {
    throw new StartFailure('--name, --data and at least one --log are needed; tercet witness --help says more.');
  }
  const portNumber = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (!(portNumber <= PORT_MAX)) throw new StartFailure(`--port is a number up to ${PORT_MAX}.`);
  return { name, data, logs: logsOf(log), port: portNumber, host, fromHere: values['from-here'] === true };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        name: { type: 'string' },
        data: { type: 'string' },
        log: { type: 'string', multiple: true },
        port: { type: 'string' },
        host: { type: 'string' },
        'from-here': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new StartFailure((error as Error).message);
  }
}

function logsOf(texts: readonly string[]): LogOption[] {
  const logs = new Map<string, LogOption>();
  for (const text of texts) {
    const [, keyText = '', bookUrl = ''] = LOG_PATTERN.exec(text) ?? [];
    const key = parseVerifierKey(keyText);
    if (key?.algorithm !== NOTE_ED25519 || !URL.canParse(bookUrl)) {
      throw new StartFailure(`--log ${text}: expected a log's key, "=", and the http address of its book.`);
    }
    const known = logs.get(key.name);
    if (known !== undefined && known.bookUrl !== bookUrl) {
      throw new StartFailure(`--log names two addresses for ${key.name}.`);
    }
    logs.set(key.name, { origin: key.name, bookUrl, keys: [...(known?.keys ?? []), keyText] });
  }
  if (logs.size > LOGS_MAX) throw new StartFailure(`At most ${LOGS_MAX} books for one witness.`);
  return [...logs.values()];
}
