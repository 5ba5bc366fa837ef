import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificateFor } from '../engine/certificate.ts';
import type { Engine } from '../engine/podman.ts';
import { freePort } from '../programs.ts';
import { type ComposeFile, type Condition, readCompose, readVariables, type Service } from './compose-file.ts';
import { buildImages } from './images.ts';
import { PROJECT, runArguments } from './run-arguments.ts';

const MINUTE_MS = 60_000;
const REACHED_WITHIN_MS = 3 * MINUTE_MS;
/** Keeps the place of a removed container, so that no name is used twice. */
const ENDED = '';
const SERVERS = ['api', 'draw', 'jobs'];

/** The club of `deploy/compose.yaml` in containers. */
export interface ComposedClub {
  origin: string;
  ca: string;
  file: ComposeFile;
  /** Names of a service's containers that this run has started, oldest first. */
  containersOf(service: string): string[];
  /** Starts one more container of a service, with another image if named. Returns when it is ready. */
  add(service: string, image?: string): Promise<string>;
  /** Runs another command with the settings of a service, and more volumes. Returns its output. */
  runOnce(service: string, command: string[], volumes: string[]): Promise<string>;
  /** Ends a container with its grace period, and removes it. */
  end(container: string): Promise<void>;
  close(): Promise<void>;
}

/** Variables of play.env, passwords, free ports and a certificate, as docs/operating/deploy.md says. */
async function valuesFor(folder: string): Promise<{ values: Record<string, string>; origin: string; ca: string }> {
  const [httpPort, httpsPort] = await Promise.all([freePort(), freePort()]);
  const certificate = await certificateFor('localhost');
  const tls = join(folder, 'tls');
  mkdirSync(tls, { mode: 0o755 });
  writeFileSync(join(tls, 'tls.crt'), certificate.cert);
  writeFileSync(join(tls, 'tls.key'), certificate.key);
  chmodSync(tls, 0o755);
  const roles = ['SUPERUSER', 'OWNER', 'API', 'DRAW', 'JOBS', 'REPLICATION'];
  const passwords = roles.map((role) => [`TERCET_${role}_PASSWORD`, randomBytes(16).toString('hex')]);
  const origin = `https://localhost:${httpsPort}`;
  const values = {
    ...readVariables('deploy/play.env'),
    ...Object.fromEntries(passwords),
    // The key that the stand-in for the storage accepts.
    TERCET_S3_KEY_ID: 'S3RVER',
    TERCET_S3_SECRET: 'S3RVER',
    TERCET_HTTP_PORT: `127.0.0.1:${httpPort}`,
    TERCET_HTTPS_PORT: `127.0.0.1:${httpsPort}`,
    TERCET_ORIGINS: origin,
    TERCET_TLS: tls,
    TERCET_PG_BUFFERS: '256MB',
    TERCET_SEED_FILMS: 'none',
  };
  return { values, origin, ca: certificate.cert };
}

/** Builds the images unless they are there, and starts all services in the order of their dependencies. */
export async function openComposed(
  engine: Engine,
  say: (line: string) => void,
  isBuilt: boolean,
): Promise<ComposedClub> {
  await removeAll(engine);
  const folder = mkdtempSync(join(tmpdir(), 'tercet-compose-'));
  chmodSync(folder, 0o755);
  const close = async (): Promise<void> => {
    await removeAll(engine);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { values, origin, ca } = await valuesFor(folder);
    const file = readCompose(values, (values.COMPOSE_PROFILES ?? '').split(','));
    const configFiles: Record<string, string> = {};
    for (const [name, { content }] of Object.entries(file.configs)) {
      configFiles[name] = join(folder, `${name}.config`);
      writeFileSync(configFiles[name], content, { mode: 0o644 });
    }
    if (!isBuilt) for (const image of await buildImages(engine, file)) say(`built ${image}`);
    await makeNetworks(engine, file);
    const running = new Map<string, string[]>();
    const add = async (service: string, image?: string): Promise<string> => {
      const plan = serviceOf(file, service);
      const known = running.get(service) ?? [];
      const name = `${PROJECT}-${service}-${known.length + 1}`;
      running.set(service, [...known, name]);
      await engine.do(runArguments({ ...plan, ...(image && { image }) }, { name, service, configFiles }));
      return name;
    };
    const addReady = async (service: string, image?: string): Promise<string> => {
      const name = await add(service, image);
      if (SERVERS.includes(service)) await untilReady(engine, name);
      const health = serviceOf(file, service).healthcheck?.test;
      if (health) await reach(engine, name, 'service_healthy', health);
      return name;
    };
    for (const name of inOrder(file)) {
      const { depends_on: needed, deploy } = serviceOf(file, name);
      for (const [other, condition] of conditionsOf(needed)) {
        const health = serviceOf(file, other).healthcheck?.test;
        for (const container of running.get(other) ?? []) await reach(engine, container, condition, health);
      }
      for (let n = 0; n < Number(deploy?.replicas ?? 1); n++) await add(name);
      say(`started ${name}`);
    }
    await reach(engine, `${PROJECT}-seed-1`, 'service_completed_successfully');
    for (const service of SERVERS) {
      for (const name of running.get(service) ?? []) await untilReady(engine, name);
    }
    return {
      origin,
      ca,
      file,
      containersOf: (service) => (running.get(service) ?? []).filter((name) => name !== ENDED),
      add: addReady,
      async runOnce(service, command, volumes) {
        const plan = { ...serviceOf(file, service), command, volumes, restart: 'no' };
        const name = `${PROJECT}-once-${service}`;
        await engine.do(runArguments(plan, { name, service, configFiles }));
        await reach(engine, name, 'service_completed_successfully');
        const output = await engine.do(['logs', name]);
        await engine.do(['rm', name]);
        return output;
      },
      async end(container) {
        await engine.do(['stop', container]);
        await engine.do(['rm', '--volumes', container]);
        for (const [service, names] of running)
          running.set(
            service,
            names.map((one) => (one === container ? ENDED : one)),
          );
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function serviceOf({ services }: ComposeFile, name: string): Service {
  const service = services[name];
  if (!service) throw new Error(`deploy/compose.yaml has no service ${name}`);
  return service;
}

function conditionsOf(needed: Service['depends_on'] = []): [string, Condition][] {
  if (Array.isArray(needed)) return needed.map((name) => [name, 'service_started']);
  return Object.entries(needed).map(([name, { condition }]) => [name, condition]);
}

/** Services, each after those that it depends on. */
function inOrder(file: ComposeFile): string[] {
  const done = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    for (const [other] of conditionsOf(serviceOf(file, name).depends_on)) visit(other);
    done.add(name);
  };
  for (const name of Object.keys(file.services)) visit(name);
  return [...done];
}

async function makeNetworks(engine: Engine, { networks }: ComposeFile): Promise<void> {
  for (const [name, network] of Object.entries(networks)) {
    const subnet = network?.ipam?.config[0]?.subnet;
    const options = [...(network?.internal ? ['--internal'] : []), ...(subnet ? ['--subnet', subnet] : [])];
    await engine.do(['network', 'create', ...options, `${PROJECT}-${name}`]);
  }
}

/** Waits for a container as `depends_on` does. Throws its log if it fails, or does not get there in time. */
async function reach(engine: Engine, container: string, condition: Condition, health?: string[]): Promise<void> {
  if (condition === 'service_started') return;
  const deadline = performance.now() + REACHED_WITHIN_MS;
  for (;;) {
    const state = (await engine.do(['inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', container])).trim();
    if (condition === 'service_completed_successfully' && state === 'exited 0') return;
    const [kind, ...check] = health ?? [];
    const isHealthy = kind === 'CMD' && (await engine.try(['exec', container, ...check])).code === 0;
    if (condition === 'service_healthy' && isHealthy) return;
    if (performance.now() > deadline) {
      const { stdout, stderr } = await engine.try(['logs', '--tail', '40', container]);
      throw new Error(`${container} is ${state}, and not ${condition}:\n${stdout}${stderr}`);
    }
    await sleep(500);
  }
}

/** Waits until a process of the club is ready. */
async function untilReady(engine: Engine, container: string): Promise<void> {
  const deadline = performance.now() + REACHED_WITHIN_MS;
  const ask = `fetch('http://127.0.0.1:9464/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`;
  while ((await engine.try(['exec', container, 'node', '-e', ask])).code !== 0) {
    if (performance.now() > deadline) {
      const { stdout, stderr } = await engine.try(['logs', '--tail', '40', container]);
      throw new Error(`${container} is not ready:\n${stdout}${stderr}`);
    }
    await sleep(200);
  }
}

/** Removes what an earlier run has left, or this one has made, by its names. */
async function removeAll(engine: Engine): Promise<void> {
  const named = async (...list: string[]): Promise<string[]> => {
    const shown = await engine.do([...list, '--filter', `name=^${PROJECT}-`, '--format', '{{.Name}}']);
    return shown.split('\n').filter((name) => name.startsWith(`${PROJECT}-`));
  };
  const shown = await engine.do(['ps', '--all', '--filter', `name=^${PROJECT}-`, '--format', '{{.Names}}']);
  const containers = shown.split('\n').filter((name) => name.startsWith(`${PROJECT}-`));
  if (containers.length > 0) await engine.do(['rm', '--force', '--ignore', '--time', '2', '--volumes', ...containers]);
  const volumes = await named('volume', 'ls');
  if (volumes.length > 0) await engine.do(['volume', 'rm', '--force', ...volumes]);
  const networks = await named('network', 'ls');
  if (networks.length > 0) await engine.do(['network', 'rm', '--force', ...networks]);
}
