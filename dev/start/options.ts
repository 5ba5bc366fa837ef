import { join, resolve } from 'node:path';
import { StartFailure } from '../failure.ts';

export interface StartOptions {
  port: number;
  host: string;
  dataDir: string;
  /** Another PostgreSQL than the one that comes along. */
  databaseUrl: string | null;
  /** Which beacon new tables are published with. */
  beacon: 'auto' | 'drand' | 'local';
  /** Who moves money in and out; the sandbox comes along. */
  payments: 'sandbox' | 'none' | 'adyen';
  /** Who looks at members' documents; in a play house the sandbox pretends to. */
  identity: 'sandbox' | 'none' | 'veriff';
  /** Whether a play house gets the films that come along; tests have no use for them. */
  seedFilms: boolean;
  /** Whether it gets the cities, the guide and the drawn hosts. */
  seedHosts: boolean;
  /** Serve the pages from their sources, and start the server anew when a file of it changes. */
  watch: boolean;
  /** Tell programs instead of people: one line of JSON when ready. */
  json: boolean;
  /** Stop when the standard input ends: the program that started us is gone. */
  withParent: boolean;
  /** For tests: the time of the database and of the local beacon can be moved by the owner of the schema. */
  movableClock: boolean;
}

const NODE_MIN = 24;
const FLAGS = ['--watch', '--json', '--with-parent', '--movable-clock'];
const BEACONS = ['auto', 'drand', 'local'] as const;
const IDENTITY = ['sandbox', 'none', 'veriff'] as const;
const SEEDED = ['all', 'none'] as const;
const PAYMENTS = ['sandbox', 'none', 'adyen'] as const;

/** Reads environment and arguments. Throws `StartFailure` for what cannot be meant. */
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
  const asked = SEEDED.find((one) => one === (value || 'all'));
  if (!asked) throw new StartFailure(`${name} is "${value}": choose one of ${SEEDED.join(', ')}`);
  return asked === 'all';
}
