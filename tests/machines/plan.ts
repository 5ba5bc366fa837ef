import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  deploy?: { replicas?: number | string };
}

/** How to start one container of the compose file. */
export interface Plan {
  command: string[];
  environment: Record<string, string>;
  replicas: number;
}

/**
 * A service of `deploy/compose.yaml` with the image's environment and its variables filled in. Throws when `values`
 * lacks a required one.
 */
export function planOf(name: string, values: Readonly<Record<string, string>>): Plan {
  const { services } = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const service = services[name];
  if (!service?.command) throw new Error(`deploy/compose.yaml has no command of a service ${name}`);
  const filled = (text: string | number): string => fillIn(String(text), values);
  const environment = Object.entries(service.environment ?? {}).map(([key, value]) => [key, filled(value)]);
  return {
    command: service.command.map(filled),
    environment: { ...imageEnvironment(), ...Object.fromEntries(environment) },
    replicas: Number(filled(service.deploy?.replicas ?? 1)),
  };
}

/** Replaces `${NAME:?}` and `${NAME:-default}` as compose does. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{([A-Z0-9_]+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, otherwise?: string) => {
    const value = values[name] ?? otherwise;
    if (value === undefined) throw new Error(`deploy/compose.yaml asks for ${name}`);
    return value;
  });
}

/** The ENV lines of `deploy/Containerfile`. */
function imageEnvironment(): Record<string, string> {
  const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ');
  const lines = text.split('\n').filter((line) => line.startsWith('ENV '));
  const pairs = lines.flatMap((line) => line.slice('ENV '.length).trim().split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** A committed file with the deployment's names replaced by this machine's. Each name must occur. */
export function adapted(file: string, names: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8');
  for (const [from, to] of Object.entries(names)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} names no ${from} any more`);
    text = text.replaceAll(from, to);
  }
  return text;
}
