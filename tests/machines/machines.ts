import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import pg from 'pg';
import { selfSigned } from '../../apps/server/tests/kit/certificate.ts';
import { startObjectStorage } from '../../apps/server/tests/kit/object-storage.ts';
import { adapted, planOf, ROOT } from './plan.ts';
import { findPrograms, freePort, ran, readyLine, startProgram, stopProgram, untilAnswers } from './programs.ts';

/** The club of `deploy/compose.yaml` as processes on this machine: same commands and settings, other addresses. */
export interface Machines {
  /** Public address: nginx with TLS. */
  origin: string;
  /** The same without TLS. */
  plain: string;
  /** The CA of its certificate. */
  ca: string;
  /** Addresses of the API processes behind nginx. */
  apis: readonly string[];
  ownerUrl: string;
  /** Connection strings of the API's role: through the pooler, and past it. */
  pooledUrl: string;
  directUrl: string;
  pooler: { port: number; password: string; killAndStart(): Promise<void> };
  draws: readonly ChildProcess[];
  /** Keys in the object storage. */
  stored(): string[];
  /** Starts an additional server with changes to its environment. Returns its output when it ends. */
  tryServer(name: string, changes: NodeJS.ProcessEnv): ReturnType<typeof ran>;
  close(): Promise<void>;
}

const OWNER = 'machines_owner';
const DATABASE = 'machines';
const API_ROLE = `${DATABASE}_api`;

const secret = (): string => randomBytes(16).toString('hex');

export async function openMachines(): Promise<Machines> {
  const programs = findPrograms(['pgbouncer', 'nginx']);
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return await open(programs, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  programs: { pgbouncer: string; nginx: string },
  closing: (() => Promise<unknown> | unknown)[],
  close: () => Promise<void>,
): Promise<Machines> {
  const folder = temporaryFolder('tercet-machines-');
  chmodSync(folder.path, 0o755);
  closing.push(() => folder.remove());
  const at = (name: string): string => join(folder.path, name);
  const passwords = { owner: secret(), api: secret(), draw: secret(), jobs: secret() };

  mkdirSync(at('database'), { mode: 0o711 });
  const postgres = await startPostgres({ dataDir: at('database'), endWithUs: true });
  closing.push(() => postgres.stop());
  await makeOwner(postgres.ownerUrl, passwords.owner);
  const [poolerPort, tlsPort, plainPort, beaconPort] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const storage = await startObjectStorage();
  closing.push(() => storage.close());
  const pooler = await startPooler(at('pooler'), programs.pgbouncer, passwords.api, postgres.port, Number(poolerPort));
  closing.push(() => pooler.stop());

  const origin = `https://localhost:${tlsPort}`;
  const values = {
    TERCET_API_PASSWORD: passwords.api,
    TERCET_DRAW_PASSWORD: passwords.draw,
    TERCET_JOBS_PASSWORD: passwords.jobs,
    TERCET_OWNER_PASSWORD: passwords.owner,
    TERCET_S3_KEY_ID: storage.options.keyId,
    TERCET_S3_SECRET: storage.options.secret,
    TERCET_S3_REGION: storage.options.region,
    TERCET_ORIGINS: origin,
    TERCET_BEACON: 'local',
    TERCET_SEED_FILMS: 'none',
  };
  const names: [string, string][] = [
    ['postgres-rw:5432/tercet', `127.0.0.1:${postgres.port}/${DATABASE}`],
    ['//tercet_owner:', `//${OWNER}:`],
    // The role is named after its database.
    ['//tercet_', `//${DATABASE}_`],
    ['pgbouncer:6432', `127.0.0.1:${poolerPort}`],
    ['http://beacon:3011', `http://127.0.0.1:${beaconPort}`],
    ['http://storage:8333', storage.options.endpoint],
    ['172.30.8.0/24', '127.0.0.1'],
    ['/club/pages', at('pages')],
    ['0.0.0.0:9464', ':0'],
    ['0.0.0.0', '127.0.0.1'],
  ];
  const folders: Record<string, string> = {
    ...{ '/keys': at('keys'), '/role-keys': at('role-keys'), '/beacon': at('beacon') },
  };
  const here = (text: string): string =>
    folders[text] ?? names.reduce((known, [from, to]) => known.replaceAll(from, to), text);

  function start(name: string, given: NodeJS.ProcessEnv = {}, more: string[] = []): ChildProcess {
    const { command, environment } = planOf(name, values);
    const [program, file = '', ...args] = command.map((part) => here(part));
    if (program !== 'node') throw new Error(`${name} runs ${program}, not node`);
    const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, here(value)]));
    const options = { logPath: at(`${name}.log`), env: { PATH: process.env.PATH, ...env, PORT: '0', ...given } };
    return startProgram(process.execPath, [join(ROOT, file), ...args, ...more], options);
  }
  async function once(name: string): Promise<string> {
    const { code, stdout, stderr } = await ran(start(name));
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr}`);
    return stdout;
  }
  async function keep(name: string): Promise<{ child: ChildProcess; said: Record<string, unknown> }> {
    const child = start(name, {}, name === 'beacon' ? ['--port', String(beaconPort)] : ['--with-parent']);
    closing.push(() => stopProgram(child));
    return { child, said: await readyLine(child, name) };
  }

  await buildPages(at('pages'));
  mkdirSync(at('beacon'));
  await once('keys');
  await once('migrate');
  await keep('beacon');
  await once('seed');
  const replicas = (name: string) =>
    Promise.all(Array.from({ length: planOf(name, values).replicas }, () => keep(name)));
  const [apis, draws] = await Promise.all([replicas('api'), replicas('draw'), keep('jobs')]);
  const addresses = apis.map(({ said: stated }) => String(stated.address));
  const certificate = selfSigned();
  const edge = startEdge(at('edge'), programs.nginx, { addresses, certificate, tlsPort, plainPort });
  closing.push(() => stopProgram(edge));
  await untilAnswers(Number(tlsPort), 'nginx');

  const urlOf = (user: string, password: string, port: number | undefined, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  return {
    origin,
    plain: `http://127.0.0.1:${plainPort}`,
    ca: certificate.cert,
    apis: addresses,
    ownerUrl: urlOf(OWNER, passwords.owner, postgres.port, DATABASE),
    pooledUrl: urlOf(API_ROLE, passwords.api, poolerPort, 'tercet'),
    directUrl: urlOf(API_ROLE, passwords.api, postgres.port, DATABASE),
    pooler: { port: Number(poolerPort), password: passwords.api, killAndStart: pooler.killAndStart },
    draws: draws.map(({ child }) => child),
    stored: () => [...storage.puts],
    tryServer: (name, changes) => ran(start(name, changes, ['--with-parent'])),
    close,
  };
}

/** Runs the statements of `deploy/postgres/primary.sh` as the image's superuser. */
async function makeOwner(superuserUrl: string, password: string): Promise<void> {
  const script = adapted('postgres/primary.sh', {
    ":'owner_password'": `'${password}'`,
    ":'replication_password'": `'${secret()}'`,
    // The embedded cluster already has both names, with the owner as superuser.
    'create role tercet_owner': `create role ${OWNER}`,
    'create database tercet owner tercet_owner': `create database ${DATABASE} owner ${OWNER}`,
  });
  const statements = script.slice(script.indexOf("<<'SQL'\n") + "<<'SQL'\n".length, script.lastIndexOf('\nSQL\n'));
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    // One by one: CREATE DATABASE cannot run in a transaction.
    for (const statement of statements.split(';').filter((one) => one.trim() !== '')) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function startPooler(folder: string, program: string, password: string, databasePort: number, port: number) {
  mkdirSync(folder);
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
  const places = {
    'host=postgres-rw port=5432 dbname=tercet': `host=127.0.0.1 port=${databasePort} dbname=${DATABASE}`,
  };
  const own = { 'listen_addr = *': 'listen_addr = 127.0.0.1', 'listen_port = 6432': `listen_port = ${port}` };
  const names = { tercet_api: API_ROLE };
  const settings = adapted('pgbouncer/pgbouncer.ini', { ...places, ...own, ...names, '/run/pgbouncer': folder });
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  const script = adapted('pgbouncer/start.sh', {
    ...names,
    '/run/pgbouncer': folder,
    'exec pgbouncer /etc/pgbouncer/pgbouncer.ini': `exec ${program} ${folder}/pgbouncer.ini`,
  });
  const options = {
    logPath: join(folder, '..', 'pooler.log'),
    asNobody: true,
    env: { PATH: process.env.PATH, TERCET_API_PASSWORD: password },
  };
  const start = async (): Promise<ChildProcess> => {
    const child = startProgram('/bin/sh', ['-c', script], options);
    await untilAnswers(port, 'pgbouncer');
    return child;
  };
  let child = await start();
  return {
    async killAndStart() {
      await stopProgram(child, 'SIGKILL');
      child = await start();
    },
    stop: () => stopProgram(child),
  };
}

async function buildPages(folder: string): Promise<void> {
  const build = startProgram(process.execPath, [join(ROOT, 'dev/pages/build-pages.ts'), folder], {
    env: process.env,
    logPath: `${folder}.log`,
  });
  const { code, stderr } = await ran(build);
  if (code !== 0) throw new Error(`the pages are not built: ${stderr}`);
}

interface Edge {
  addresses: readonly string[];
  certificate: { key: string; cert: string };
  tlsPort: number | undefined;
  plainPort: number | undefined;
}

function startEdge(
  folder: string,
  program: string,
  { addresses, certificate, tlsPort, plainPort }: Edge,
): ChildProcess {
  for (const name of ['', 'club', 'tls', 'cache']) mkdirSync(join(folder, name), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const includes = { '/etc/nginx/club/': `${folder}/club/` };
  put(
    'nginx.conf',
    adapted('nginx/nginx.conf', { ...includes, ' /tmp/': ` ${folder}/`, '/var/cache/nginx': `${folder}/cache` }),
  );
  const ports = { 'listen 8080': `listen 127.0.0.1:${plainPort}`, 'listen 8443': `listen 127.0.0.1:${tlsPort}` };
  put('club/server.conf', adapted('nginx/tls.conf', { ...includes, ...ports, '/etc/nginx/tls/': `${folder}/tls/` }));
  put('club/club.conf', adapted('nginx/club.conf', includes));
  put('club/headers.conf', adapted('nginx/headers.conf', {}));
  put('tls/tls.crt', certificate.cert);
  put('tls/tls.key', certificate.key);
  const servers = addresses.map((address) => `server ${new URL(address).host} max_fails=2 fail_timeout=3s;`);
  // This run's addresses instead of resolved names.
  put('club/upstream.conf', `upstream api { zone api 256k; least_conn; ${servers.join(' ')} keepalive 128; }\n`);
  return startProgram(program, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], {
    logPath: join(folder, '..', 'edge.log'),
  });
}
