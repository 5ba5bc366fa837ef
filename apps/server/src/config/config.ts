import { join } from 'node:path';
import { NOTE_COSIGNATURE, parseVerifierKey } from '@tercet/fair';
import { z } from 'zod';
import type { WitnessAddress } from '../book/witness.ts';
import type { ProcessRole } from '../db/rights/roles.ts';
import type { WatchPlace } from '../metrics/registry.ts';
import { type NetDepositThreshold, readThresholds } from '../risk/net-deposits.ts';
import type { TracesPlan } from '../trace/open-traces.ts';
import {
  type Admission,
  admissionOf,
  exclusionRegisterOf,
  IDENTITY_VARIABLES,
  type IdentityChoice,
  identityOf,
  type RegisterPlace,
} from './identity.ts';
import { PAYMENT_VARIABLES, type PaymentsChoice, paymentsOf } from './payments.ts';

/** All environment variables of the server. `config/descriptions.ts` describes each. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TERCET_OWNER_URL: z.string().min(1).optional(),
  TERCET_APP_URL: z.string().min(1).optional(),
  TERCET_API_URL: z.string().min(1).optional(),
  TERCET_DRAW_URL: z.string().min(1).optional(),
  TERCET_JOBS_URL: z.string().min(1).optional(),
  TERCET_LISTEN_URL: z.string().min(1).optional(),
  TERCET_SLIPS_URL: z.string().min(1).optional(),
  TERCET_BEACON: z.enum(['auto', 'drand', 'local']).default('auto'),
  TERCET_LOCAL_BEACON_URL: z.string().default('http://127.0.0.1:3011'),
  TERCET_KEYS: z.string().min(1),
  TERCET_MEMBER_APP: z.string().optional(),
  TERCET_ORIGINS: z.string().optional(),
  TERCET_CONSOLE_APP: z.string().optional(),
  TERCET_CONSOLE_ORIGIN: z
    .string()
    .regex(/^https?:\/\/[^/]+$/)
    .optional(),
  TERCET_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  TERCET_WITNESSES: z.string().default('').transform(readWitnesses),
  TERCET_BOOK_STORE: z.string().default(''),
  TERCET_FILMS: z.string().default(''),
  TERCET_FILMS_ACCEL: z
    .string()
    .regex(/^(\/[\w-]+)*\/?$/)
    .default(''),
  PATH: z.string().default(''),
  TERCET_S3_ENDPOINT: z.url().optional(),
  TERCET_S3_REGION: z.string().min(1).default('us-east-1'),
  TERCET_S3_KEY_ID: z.string().min(1).optional(),
  TERCET_S3_SECRET: z.string().min(1).optional(),
  TERCET_TRUST_PROXY: z.string().optional(),
  TERCET_COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,62}$/i, 'is no name of a header')
    .nullable()
    .default(null),
  TERCET_STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).default(1_000),
  TERCET_READS_PER_ADDRESS: z.coerce.number().int().min(60).default(30_000),
  TERCET_READS_PER_CALLER: z.coerce.number().int().min(60).default(3_000),
  TERCET_METRICS: z
    .string()
    .regex(/^[\w.-]*:\d{1,5}$/, 'is no host:port')
    .optional(),
  TERCET_TRACES: z.url({ protocol: /^https?$/ }).optional(),
  TERCET_TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  TERCET_STAFF_IDLE_MINUTES: z.coerce.number().int().min(5).max(60).default(15),
  TERCET_MEMBER_IDLE_MINUTES: z.coerce.number().int().min(5).max(60).default(30),
  TERCET_DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(3),
  ...PAYMENT_VARIABLES,
  ...IDENTITY_VARIABLES,
  TERCET_PUSH_HOSTS: z.string().default(''),
  TERCET_PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/)
    .default('mailto:push@tercet.example'),
  TERCET_SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/)
    .optional(),
  TERCET_HELP_FILE: z.string().min(1).optional(),
  TERCET_PLAY_SAFE_FILE: z.string().min(1).optional(),
  TERCET_LIVE_FILE: z.string().min(1).optional(),
  TERCET_AGREEMENT_FILE: z.string().min(1).optional(),
  TERCET_NET_DEPOSIT_CASES: z.string().default('').transform(readNetDepositCases),
});

export type VariableName = keyof z.infer<typeof Environment>;

export interface Config {
  port: number;
  host: string;
  /** Null: this process neither migrates nor runs commands. */
  ownerUrl: string | null;
  /** URL of each role; null if not given. See `urlOf`. */
  urls: Readonly<Record<ProcessRole, string | null>>;
  /** Null: the role's own URL. */
  listenUrl: string | null;
  /** Null: the API's own URL. */
  slipsUrl: string | null;
  beacon: 'auto' | 'drand' | 'local';
  localBeaconUrl: string;
  keysDir: string;
  memberApp: string | null;
  origins: string[] | null;
  consoleApp: string | null;
  /** Null: same origin as the members' pages, under `/console`. */
  consoleOrigin: string | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  trustProxy: string | false;
  /** Header with the country of an address; null: not configured. */
  countryHeader: string | null;
  streamsPerAddress: number;
  reads: { perAddressMax: number; perCallerMax: number };
  metrics: WatchPlace | null;
  drainMs: number;
  /** Time without use after which a staff session ends. */
  staffIdleMs: number;
  /** Time without use after which a member's session is locked for money. */
  memberIdleMs: number;
  /** Null: no traces. */
  traces: TracesPlan | null;
  witnesses: WitnessAddress[];
  bookStore: StorePlace | null;
  films: { store: StorePlace; accel: string | null; searchPath: string };
  payments: PaymentsChoice;
  /** `refused`: payments by credit card go back. */
  creditCards: 'accepted' | 'refused';
  identity: IdentityChoice;
  admission: Admission;
  /** Null: the house asks no exclusion register. */
  exclusionRegister: RegisterPlace | null;
  push: { moreHosts: string[]; subject: string };
  /** Contact in `security.txt`: a `mailto:` or `https:` URL. Null: none is served. */
  securityContact: string | null;
  /** Null: the included help list. */
  helpFile: string | null;
  /** Null: the included texts. */
  playSafeFile: string | null;
  /** File with the house's details. Null: none. */
  houseFile: string | null;
  /** Null: the included agreement, which covers play credits. */
  agreementFile: string | null;
  /** Thresholds that open a case for staff. Empty: none. */
  netDepositThresholds: NetDepositThreshold[];
}

export type StorePlace = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Place);

export interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or with a trailing slash. */
  prefix: string;
  keyId: string;
  secret: string;
}

/**
 * Under `node --watch`, threads and child processes send their imports as messages, among their answers. Call it before
 * the first of them starts.
 */
export function endWatchReports(): void {
  delete process.env.WATCH_REPORT_DEPENDENCIES;
}

/** Reads the environment. Throws an error of one line if a variable is missing or malformed. */
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
    countryHeader: value.TERCET_COUNTRY_HEADER,
    streamsPerAddress: value.TERCET_STREAMS_PER_ADDRESS,
    reads: { perAddressMax: value.TERCET_READS_PER_ADDRESS, perCallerMax: value.TERCET_READS_PER_CALLER },
    metrics: placeOf(value.TERCET_METRICS),
    traces: value.TERCET_TRACES === undefined ? null : { url: value.TERCET_TRACES, share: value.TERCET_TRACES_SHARE },
    drainMs: value.TERCET_DRAIN_SECONDS * 1_000,
    staffIdleMs: value.TERCET_STAFF_IDLE_MINUTES * 60_000,
    memberIdleMs: value.TERCET_MEMBER_IDLE_MINUTES * 60_000,
    witnesses: value.TERCET_WITNESSES,
    bookStore: storeOf('TERCET_BOOK_STORE', value),
    films: {
      store: storeOf('TERCET_FILMS', value) ?? { kind: 'disk', folder: join(value.TERCET_KEYS, '..', 'films') },
      accel: value.TERCET_FILMS_ACCEL.replace(/\/$/, '') || null,
      searchPath: value.PATH,
    },
    payments: paymentsOf(value),
    creditCards: value.TERCET_CREDIT_CARDS,
    identity: identityOf(value),
    admission: admissionOf(value),
    exclusionRegister: exclusionRegisterOf(value),
    push: { moreHosts: listOf(value.TERCET_PUSH_HOSTS), subject: value.TERCET_PUSH_SUBJECT },
    securityContact: value.TERCET_SECURITY_CONTACT ?? null,
    helpFile: value.TERCET_HELP_FILE ?? null,
    playSafeFile: value.TERCET_PLAY_SAFE_FILE ?? null,
    houseFile: value.TERCET_LIVE_FILE ?? null,
    agreementFile: value.TERCET_AGREEMENT_FILE ?? null,
    netDepositThresholds: value.TERCET_NET_DEPOSIT_CASES,
  };
}

/** URL with which a role signs in. Throws an error of one line if it is missing. */
export function urlOf({ urls }: Pick<Config, 'urls'>, role: ProcessRole): string {
  const url = urls[role];
  if (url !== null) return url;
  throw new Error(`configuration: the role ${role} needs TERCET_APP_URL, or TERCET_${role.toUpperCase()}_URL`);
}

/** URL on which a role listens for NOTIFY. Throws like `urlOf`. */
export function listenUrlOf(config: Pick<Config, 'urls' | 'listenUrl'>, role: ProcessRole): string {
  return config.listenUrl ?? urlOf(config, role);
}

/** The owner's URL, for a command at a terminal. Throws an error of one line if it is missing. */
export function ownerUrlOf({ ownerUrl }: Pick<Config, 'ownerUrl'>): string {
  if (ownerUrl !== null) return ownerUrl;
  throw new Error('configuration: TERCET_OWNER_URL is not set: this command connects as the owner of the database');
}

/** Parses an address. Without a host, such as `:9464`, it is local to this machine. */
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

/**
 * Parses pairs of verifier key and URL. A key ends with base64, possibly with `=`. So the URL begins after the last
 * `=` before `http`.
 */
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

function readNetDepositCases(text: string, context: z.RefinementCtx): NetDepositThreshold[] {
  const thresholds = readThresholds(text);
  if (thresholds === null) context.addIssue('is no list of DAYS:AMOUNT, such as 30:15000,90:200000');
  return thresholds ?? [];
}

/** Parses a storage. Throws an error of one line if it has an address and no key. */
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
