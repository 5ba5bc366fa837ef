import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fillIn, ROOT } from '../plan.ts';

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';

/** A service of the compose file, with its variables filled in. Names as in the file. */
export interface Service {
  image: string;
  build?: { context: string; dockerfile: string; target?: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  user?: string;
  init?: boolean;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
  shm_size?: string;
  networks?: string[];
  volumes?: string[];
  ports?: string[];
  configs?: { source: string; target: string }[];
  depends_on?: string[] | Record<string, { condition: Condition }>;
  healthcheck?: { test: string[]; retries?: number };
  deploy?: { replicas?: number };
  profiles?: string[];
}

interface Network {
  internal?: boolean;
  ipam?: { config: { subnet: string }[] };
}

export interface ComposeFile {
  services: Record<string, Service>;
  networks: Record<string, Network>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
}

/** Keys that this runner understands. It refuses others, so that no setting goes untested without notice. */
const KNOWN = new Set([
  ...['image', 'build', 'command', 'entrypoint', 'environment', 'user', 'init', 'read_only', 'tmpfs', 'cap_drop'],
  ...['security_opt', 'restart', 'stop_grace_period', 'shm_size', 'networks', 'volumes', 'ports', 'configs'],
  ...['depends_on', 'healthcheck', 'deploy', 'profiles'],
]);

/** `deploy/compose.yaml` with its variables filled in. Services of profiles that are not in `profiles` are left out. */
export function readCompose(values: Readonly<Record<string, string>>, profiles: readonly string[]): ComposeFile {
  const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  const parsed = filled(parse(text, { merge: true }), values) as ComposeFile & { services: Record<string, Service> };
  const chosen = Object.entries(parsed.services).filter(([, service]) =>
    (service.profiles ?? [profiles[0]]).some((profile) => profile === undefined || profiles.includes(profile)),
  );
  for (const [name, service] of chosen) {
    const unknown = Object.keys(service).filter((key) => !KNOWN.has(key));
    if (unknown.length > 0) throw new Error(`this test does not understand ${unknown.join(', ')} of ${name}`);
  }
  return { ...parsed, services: Object.fromEntries(chosen) };
}

function filled(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fillIn(value, values);
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, values)]));
}

/** Variables of a file of `NAME=value` lines, such as `deploy/play.env`. */
export function readVariables(path: string): Record<string, string> {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  const pairs = lines.filter((line) => /^[A-Z0-9_]+=/.test(line));
  return Object.fromEntries(pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
