import { join, resolve } from 'node:path';
import { StartFailure } from '../failure.ts';

export interface StartOptions {
  port: number;
  host: string;
  dataDir: string;
  /** A PostgreSQL server of the operator; null for the embedded one. */
  databaseUrl: string | null;
  /** Beacon of newly published tables. */
  beacon: 'auto' | 'drand' | 'local';
  /** Payment provider. The sandbox is built in. */
  payments: 'sandbox' | 'none' | 'adyen';
  /** Identity provider. In a play house the sandbox simulates it. */
  identity: 'sandbox' | 'none' | 'veriff';
  /** Whether a play house gets the built-in films. Tests do not need them. */
  seedFilms: boolean;
  /** Whether a play house gets the cities, the guide and the drawn hosts. */
  seedHosts: boolean;
  /** Serve the pages from their sources, and restart the server when one of its files changes. */
  watch: boolean;
  /** Print one line of JSON when ready, for programs. */
  json: boolean;
  /** Stop when the standard input ends, because the parent program is gone. */
  withParent: boolean;
  /** For tests: the schema's owner can move the time of the database and the local beacon. */
  movableClock: boolean;
}

const NODE_MIN = 24;
const FLAGS = ['--watch', '--json', '--with-parent', '--movable-clock'];
const BEACONS = ['auto', 'drand', 'local'] as const;
const IDENTITY = ['sandbox', 'none', 'veriff'] as const;
const SEEDED = ['all', 'none'] as const;
const PAYMENTS = ['sandbox', 'none', 'adyen'] as const;

/** Reads environment and arguments. Throws `StartFailure` for invalid values. */
export function readOptions(environment: NodeJS.ProcessEnv, args: string[]): StartOptions {
  const {
    PORT = '',
    HOST = '',
    DATABASE_URL = '',
    TERCET_BEACON = '',
    TERCET_PAYMENTS = '',
    TERCET_IDENTITY = '',
    TERCET_SEED_FILMS = '',
    TERCET_SEED_HOSTS = '',
  } = environment;
  if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
    throw new StartFailure(`Tercet runs on Node ${NODE_MIN} or newer, and this is ${process.version}: use npm start`);
  }
  const port = PORT === '' ? 3_000 : Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartFailure(`PORT is "${PORT}", which is no port: choose a number from 1 to 65535`);
  }
  const beacon = BEACONS.find((name) => name === (TERCET_BEACON || 'auto'));
  if (!beacon) throw new StartFailure(`TERCET_BEACON is "${TERCET_BEACON}": choose one of ${BEACONS.join(', ')}`);
  const payments = PAYMENTS.find((name) => name === (TERCET_PAYMENTS || 'sandbox'));
  if (!payments)
    throw new StartFailure(`TERCET_PAYMENTS is "${TERCET_PAYMENTS}": choose one of ${PAYMENTS.join(', ')}`);
  const identity = IDENTITY.find((name) => name === (TERCET_IDENTITY || 'sandbox'));
  if (!identity)
    throw new StartFailure(`TERCET_IDENTITY is "${TERCET_IDENTITY}": choose one of ${IDENTITY.join(', ')}`);
  const seedFilms = isSeeded('TERCET_SEED_FILMS', TERCET_SEED_FILMS);
  const seedHosts = isSeeded('TERCET_SEED_HOSTS', TERCET_SEED_HOSTS);
  const unknown = args.find((arg) => !FLAGS.includes(arg));
  if (unknown !== undefined) throw new StartFailure(`Unknown option ${unknown}`);
  const movableClock = args.includes('--movable-clock');
  if (movableClock && (beacon !== 'local' || DATABASE_URL !== ''))
    throw new StartFailure('--movable-clock needs TERCET_BEACON=local and no DATABASE_URL: it is for tests alone');
  return {
    port,
    host: HOST || '127.0.0.1',
    dataDir: dataDirOf(environment),
    databaseUrl: DATABASE_URL || null,
    beacon,
    payments,
    identity,
    seedFilms,
    seedHosts,
    watch: args.includes('--watch'),
    json: args.includes('--json'),
    withParent: args.includes('--with-parent'),
    movableClock,
  };
}

/** Folder of the embedded database, the keys and the local beacon. */
export function dataDirOf({ TERCET_DATA }: NodeJS.ProcessEnv): string {
  return resolve(TERCET_DATA || join(import.meta.dirname, '../../.data'));
}

function isSeeded(name: string, value: string): boolean {
  const requested = SEEDED.find((one) => one === (value || 'all'));
  if (!requested) throw new StartFailure(`${name} is "${value}": choose one of ${SEEDED.join(', ')}`);
  return requested === 'all';
}
