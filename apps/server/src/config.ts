import { z } from 'zod';

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The owner's URL: migrates and makes partitions; the server itself runs as the app role. */
  TERCET_OWNER_URL: z.string().min(1),
  TERCET_APP_URL: z.string().min(1),
  TERCET_BEACON: z.enum(['auto', 'drand', 'local']).default('auto'),
  TERCET_LOCAL_BEACON_URL: z.string().default('http://127.0.0.1:3011'),
  /** Folder with the keys that must not be in the database. */
  TERCET_KEYS: z.string().min(1),
  /** Built member app; without it the server answers the API alone. */
  TERCET_MEMBER_APP: z.string().optional(),
  /** The origins that pages of this club come from, comma separated; by default the address the server listens on. */
  TERCET_ORIGINS: z.string().optional(),
  TERCET_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** Addresses or networks of the proxies in front, comma separated: only theirs is the word on who calls. */
  TERCET_TRUST_PROXY: z.string().optional(),
});

export interface Config {
  port: number;
  host: string;
  ownerUrl: string;
  appUrl: string;
  beacon: 'auto' | 'drand' | 'local';
  localBeaconUrl: string;
  keysDir: string;
  memberApp: string | null;
  origins: string[] | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  trustProxy: string | false;
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
    ownerUrl: value.TERCET_OWNER_URL,
    appUrl: value.TERCET_APP_URL,
    beacon: value.TERCET_BEACON,
    localBeaconUrl: value.TERCET_LOCAL_BEACON_URL,
    keysDir: value.TERCET_KEYS,
    memberApp: value.TERCET_MEMBER_APP ?? null,
    origins: value.TERCET_ORIGINS?.split(',').map((origin) => origin.trim()) ?? null,
    logLevel: value.TERCET_LOG,
    trustProxy: value.TERCET_TRUST_PROXY ?? false,
  };
}
