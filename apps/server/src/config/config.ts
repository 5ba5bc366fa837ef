import { join } from 'node:path';
import { NOTE_COSIGNATURE, parseVerifierKey } from '@tercet/fair';
import { z } from 'zod';
import type { WitnessAddress } from '../book/witness.ts';
import type { ProcessRole } from '../db/rights/roles.ts';
import type { TracesPlan } from '../trace/open-traces.ts';
import type { WatchPlace } from '../watch/watch.ts';
import { type Admission, admissionOf, IDENTITY_VARIABLES, type IdentityChoice, identityOf } from './identity.ts';
import { PAYMENT_VARIABLES, type PaymentsChoice, paymentsOf } from './payments.ts';

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The owner's URL: for migrating and for the commands at a terminal. No process signs in with it. */
  TERCET_OWNER_URL: z.string().min(1).optional(),
  /** The URL of its own role for a process that runs one. */
  TERCET_APP_URL: z.string().min(1).optional(),
  /** The URL of each role for a process that runs several, and for migrating, which gives the roles their passwords. */
  TERCET_API_URL: z.string().min(1).optional(),
  TERCET_DRAW_URL: z.string().min(1).optional(),
  TERCET_JOBS_URL: z.string().min(1).optional(),
  /** Where NOTIFY is heard, as the process's own role: a pooler in transaction mode passes none on. */
  TERCET_LISTEN_URL: z.string().min(1).optional(),
  /** The pool of a pooler that is kept for bets, as the role `api`; by default where everything else goes. */
  TERCET_SLIPS_URL: z.string().min(1).optional(),
  TERCET_BEACON: z.enum(['auto', 'drand', 'local']).default('auto'),
  TERCET_LOCAL_BEACON_URL: z.string().default('http://127.0.0.1:3011'),
  /** Folder with the keys that must not be in the database. */
  TERCET_KEYS: z.string().min(1),
  /** Built member app; without it the server answers the API alone. */
  TERCET_MEMBER_APP: z.string().optional(),
  /** The origins that pages of this club come from, comma separated; by default the address the server listens on. */
  TERCET_ORIGINS: z.string().optional(),
  /** Built console; without it there is none. */
  TERCET_CONSOLE_APP: z.string().optional(),
  /** An origin for the console alone, such as `https://console.club.example`; by default it is at `/console`. */
  TERCET_CONSOLE_ORIGIN: z
    .string()
    .regex(/^https?:\/\/[^/]+$/)
    .optional(),
  TERCET_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** Where the witnesses of the tables' policies are reached: `<verifier key>=<URL>`, comma separated. */
  TERCET_WITNESSES: z.string().default('').transform(readWitnesses),
  /** Where the book's files are kept for others to read: a folder or `s3://bucket/prefix`; empty: nowhere. */
  TERCET_BOOK_STORE: z.string().default(''),
  /** Where films are kept: a folder or `s3://bucket/prefix`; by default the folder `films` beside that of the keys. */
  TERCET_FILMS: z.string().default(''),
  /** Under which internal location nginx, in front, hands out the folder of films; empty: the server does so itself. */
  TERCET_FILMS_ACCEL: z
    .string()
    .regex(/^(\/[\w-]+)*\/?$/)
    .default(''),
  /** Where programs are looked for, an ffmpeg among them. */
  PATH: z.string().default(''),
  TERCET_S3_ENDPOINT: z.url().optional(),
  TERCET_S3_REGION: z.string().min(1).default('us-east-1'),
  TERCET_S3_KEY_ID: z.string().min(1).optional(),
  TERCET_S3_SECRET: z.string().min(1).optional(),
  /** Addresses or networks of the proxies in front, comma separated: only theirs is the word on who calls. */
  TERCET_TRUST_PROXY: z.string().optional(),
  /** Event streams that one network address may have open in one process; whole carriers may stand behind one. */
  TERCET_STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).default(1_000),
  /** Units of cost that one network address, and one member or one of the staff, may read in a minute. */
  TERCET_READS_PER_ADDRESS: z.coerce.number().int().min(60).default(30_000),
  TERCET_READS_PER_CALLER: z.coerce.number().int().min(60).default(3_000),
  /** Where this process tells how it is, `host:port` or `:port` of this machine; absent: nowhere. Not for members. */
  TERCET_METRICS: z
    .string()
    .regex(/^[\w.-]*:\d{1,5}$/, 'is no host:port')
    .optional(),
  /** Where an OTLP/HTTP receiver takes traces, such as `http://127.0.0.1:4318/v1/traces`; absent: none are made. */
  TERCET_TRACES: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of calls and jobs whose traces are kept; those of draws always are. */
  TERCET_TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** After SIGTERM, how long members still find this process: as long as who sends them here needs to hear of it. */
  TERCET_DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(3),
  ...PAYMENT_VARIABLES,
  ...IDENTITY_VARIABLES,
  /** Push services beside those of the browsers' makers: hosts, with a port where it is not 443, comma separated. */
  TERCET_PUSH_HOSTS: z.string().default(''),
  /** Whom a push service writes to about this house: a `mailto:` or `https:` URL. */
  TERCET_PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/)
    .default('mailto:push@tercet.example'),
  /** A file of organisations that help outside the club, in place of the one that comes along. */
  TERCET_HELP_FILE: z.string().min(1).optional(),
  /** What the house says of itself: who runs it and, for money, by which licence. */
  TERCET_LIVE_FILE: z.string().min(1).optional(),
  /** What members of a house for money agree to, in place of the text for play that comes along. */
  TERCET_AGREEMENT_FILE: z.string().min(1).optional(),
});

export interface Config {
  port: number;
  host: string;
  /** Null: this process neither migrates nor runs a command. */
  ownerUrl: string | null;
  /** Of each role, null where it is not given: see `urlOf`. */
  urls: Readonly<Record<ProcessRole, string | null>>;
  /** Null: where the role itself signs in. */
  listenUrl: string | null;
  /** Null: where all else of the API goes. */
  slipsUrl: string | null;
  beacon: 'auto' | 'drand' | 'local';
  localBeaconUrl: string;
  keysDir: string;
  memberApp: string | null;
  origins: string[] | null;
  consoleApp: string | null;
  /** Null: with the members' pages, under `/console`. */
  consoleOrigin: string | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  trustProxy: string | false;
  streamsPerAddress: number;
  reads: { perAddressMax: number; perCallerMax: number };
  metrics: WatchPlace | null;
  drainMs: number;
  /** Null: none are made. */
  traces: TracesPlan | null;
  witnesses: WitnessAddress[];
  bookStore: StorePlace | null;
  films: { store: StorePlace; accel: string | null; searchPath: string };
  payments: PaymentsChoice;
  identity: IdentityChoice;
  admission: Admission;
  push: { moreHosts: string[]; subject: string };
  /** Null: the list that comes along. */
  helpFile: string | null;
  /** In which the house says who it is; null: it says nothing. */
  houseFile: string | null;
  /** Null: the agreement that comes along, which speaks of play credits. */
  agreementFile: string | null;
}

export type StorePlace = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Place);

export interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
  keyId: string;
  secret: string;
}

/** Reads the environment; throws one readable line when something is missing or malformed. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    throw new Error(`configuration: ${first?.path.join('.')}: ${first?.message}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    ownerUrl: value.TERCET_OWNER_URL ?? null,
    urls: {
      api: value.TERCET_API_URL ?? value.TERCET_APP_URL ?? null,
      draw: value.TERCET_DRAW_URL ?? value.TERCET_APP_URL ?? null,
      jobs: value.TERCET_JOBS_URL ?? value.TERCET_APP_URL ?? null,
    },
    listenUrl: value.TERCET_LISTEN_URL ?? null,
    slipsUrl: value.TERCET_SLIPS_URL ?? null,
    beacon: value.TERCET_BEACON,
    localBeaconUrl: value.TERCET_LOCAL_BEACON_URL,
    keysDir: value.TERCET_KEYS,
    memberApp: value.TERCET_MEMBER_APP ?? null,
    origins: value.TERCET_ORIGINS?.split(',').map((origin) => origin.trim()) ?? null,
    consoleApp: value.TERCET_CONSOLE_APP ?? null,
    consoleOrigin: value.TERCET_CONSOLE_ORIGIN ?? null,
    logLevel: value.TERCET_LOG,
    trustProxy: value.TERCET_TRUST_PROXY ?? false,
    streamsPerAddress: value.TERCET_STREAMS_PER_ADDRESS,
    reads: { perAddressMax: value.TERCET_READS_PER_ADDRESS, perCallerMax: value.TERCET_READS_PER_CALLER },
    metrics: placeOf(value.TERCET_METRICS),
    traces: value.TERCET_TRACES === undefined ? null : { url: value.TERCET_TRACES, share: value.TERCET_TRACES_SHARE },
    drainMs: value.TERCET_DRAIN_SECONDS * 1_000,
    witnesses: value.TERCET_WITNESSES,
    bookStore: storeOf('TERCET_BOOK_STORE', value),
    films: {
      store: storeOf('TERCET_FILMS', value) ?? { kind: 'disk', folder: join(value.TERCET_KEYS, '..', 'films') },
      accel: value.TERCET_FILMS_ACCEL.replace(/\/$/, '') || null,
      searchPath: value.PATH,
    },
    payments: paymentsOf(value),
    identity: identityOf(value),
    admission: admissionOf(value),
    push: { moreHosts: listOf(value.TERCET_PUSH_HOSTS), subject: value.TERCET_PUSH_SUBJECT },
    helpFile: value.TERCET_HELP_FILE ?? null,
    houseFile: value.TERCET_LIVE_FILE ?? null,
    agreementFile: value.TERCET_AGREEMENT_FILE ?? null,
  };
}

/** The URL by which a role signs in. Throws one readable line where it is not given. */
export function urlOf({ urls }: Pick<Config, 'urls'>, role: ProcessRole): string {
  const url = urls[role];
  if (url !== null) return url;
  throw new Error(`configuration: the role ${role} needs TERCET_APP_URL, or TERCET_${role.toUpperCase()}_URL`);
}

/** Where a role hears NOTIFY. Throws like `urlOf`. */
export function listenUrlOf(config: Pick<Config, 'urls' | 'listenUrl'>, role: ProcessRole): string {
  return config.listenUrl ?? urlOf(config, role);
}

/** The owner's URL, for a command at a terminal. Throws one readable line where it is not given. */
export function ownerUrlOf({ ownerUrl }: Pick<Config, 'ownerUrl'>): string {
  if (ownerUrl !== null) return ownerUrl;
  throw new Error('configuration: TERCET_OWNER_URL is not set: this is done as the owner of the database');
}

/** `:9464` is on this machine alone. */
function placeOf(text: string | undefined): WatchPlace | null {
  if (text === undefined) return null;
  const [host = '', port] = text.split(':');
  return { host: host === '' ? '127.0.0.1' : host, port: Number(port) };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A verifier key ends with base64, which may end with `=`: the URL begins behind the last one before `http`. */
function readWitnesses(text: string, context: z.RefinementCtx): WitnessAddress[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const at = part.lastIndexOf('=http');
    const [vkey, url] = [part.slice(0, at), part.slice(at + 1)];
    const isKey = parseVerifierKey(vkey)?.algorithm === NOTE_COSIGNATURE;
    if (!isKey || !URL.canParse(url)) context.addIssue(`not a witness's key and URL: ${part}`);
    return { vkey, url: url.replace(/(?<!\/)\/+$/, '') };
  });
}

/** Throws one readable line where the storage has an address and no key. */
function storeOf(name: 'TERCET_BOOK_STORE' | 'TERCET_FILMS', value: z.infer<typeof Environment>): StorePlace | null {
  const { [name]: place, TERCET_S3_KEY_ID: keyId, TERCET_S3_SECRET: secret } = value;
  if (place === '') return null;
  if (!place.startsWith('s3://')) return { kind: 'disk', folder: place };
  const [bucket = '', ...path] = place.slice('s3://'.length).split('/').filter(Boolean);
  const endpoint = value.TERCET_S3_ENDPOINT;
  if (bucket === '' || !endpoint || !keyId || !secret) {
    throw new Error(`configuration: ${name} on s3:// needs TERCET_S3_ENDPOINT, TERCET_S3_KEY_ID and TERCET_S3_SECRET`);
  }
  const prefix = path.map((part) => `${part}/`).join('');
  return { kind: 's3', endpoint, region: value.TERCET_S3_REGION, bucket, prefix, keyId, secret };
}
