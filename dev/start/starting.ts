import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { startPostgres } from '../postgres/postgres.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

const START = join(import.meta.dirname, '../start.ts');
export const SLOW_MS = 120_000;

export interface ReadyReport {
  address: string;
  ownerUrl: string;
  sandboxUrl: string;
  pids: { server: number; beacon: number; sandbox: number; postgres: number };
}

/** Runs `npm start` for a test. Each test has its own data folder; everything it opened ends with it. */
export interface Starting {
  dataDir(): string;
  /** Does the work of a first start beforehand: cluster, schema and house. */
  openedBefore(): Promise<void>;
  open(environment?: Record<string, string>): Promise<ReadyReport & { process: ChildProcess }>;
  /** Starts it through a shell and one more process, as npm does. Returns only that process and the ready message. */
  openAsNpm(): Promise<ReadyReport & { npm: ChildProcess }>;
  /** The exit code and the error output, without progress lines. */
  refusal(environment: Record<string, string>): Promise<{ code: number; output: string[] }>;
  /** Listens on a port and returns it. */
  listenSomewhere(onConnection?: Parameters<typeof createServer>[1]): Promise<number>;
}

/** A local beacon, any port and no films, since encoding would slow the tests down. */
const QUIET = { TERCET_BEACON: 'local', PORT: '0', TERCET_SEED_FILMS: 'none', TERCET_SEED_HOSTS: 'none' };

/** Call it at the top of a test file: it registers the hooks that prepare and clean up. */
export function starting(): Starting {
  let opened: TemporaryFolder | null = null;
  let temporary: TemporaryFolder;
  let dataDir: string;
  let children: ChildProcess[];
  let listeners: Server[];

  beforeEach(() => {
    temporary = temporaryFolder('tercet-start-test-');
    dataDir = join(temporary.path, 'a data folder');
    children = [];
    listeners = [];
  });

  afterEach(async () => {
    for (const child of children) await end(child, 'SIGTERM');
    for (const listener of listeners) listener.close();
    // A killed club leaves its database running.
    if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await (await startPostgres({ dataDir })).stop();
    temporary.remove();
  });

  afterAll(() => opened?.remove());

  function environmentOf(more: Record<string, string>): Record<string, string | undefined> {
    const { PATH, HOME } = process.env;
    return { ...COMPILE_CACHE, PATH, HOME, TERCET_DATA: dataDir, ...QUIET, ...more };
  }

  function run(environment: Record<string, string>): ChildProcess {
    const env = environmentOf(environment);
    const child = spawn(process.execPath, [START, '--json', '--with-parent'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  async function open(environment: Record<string, string> = {}): Promise<ReadyReport & { process: ChildProcess }> {
    const child = run(environment);
    const complaints: string[] = [];
    child.stderr?.on('data', (data) => complaints.push(String(data)));
    const stdout = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const [line] = await Promise.race([once(stdout, 'line'), once(child, 'close')]);
    if (typeof line !== 'string') throw new Error(`it ended: ${complaints.join('')}`);
    return { process: child, ...JSON.parse(line) };
  }

  return {
    dataDir: () => dataDir,
    open,
    async openedBefore() {
      if (!opened) {
        opened = temporaryFolder('tercet-opened-');
        const club = await open({ TERCET_DATA: opened.path });
        await end(club.process, 'SIGTERM');
      }
      cpSync(opened.path, dataDir, { recursive: true });
    },
    async openAsNpm() {
      const asNpm = `require('child_process').spawn('/bin/sh', ['-c', '"$0" "$1" --json; true', process.execPath, ${JSON.stringify(START)}],
        { stdio: 'inherit' })`;
      const env = environmentOf({ npm_lifecycle_event: 'start' });
      const npm = spawn(process.execPath, ['-e', asNpm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(npm);
      const [line] = await once(createInterface(npm.stdout), 'line');
      return { npm, ...JSON.parse(line) };
    },
    async refusal(environment) {
      const child = run(environment);
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
      const [code] = await once(child, 'close');
      return { code, output: text.split('\n').filter((line) => line !== '' && !line.endsWith('…')) };
    },
    async listenSomewhere(onConnection = () => {}) {
      const listener = createServer(onConnection).listen(0, '127.0.0.1');
      listeners.push(listener);
      await once(listener, 'listening');
      return (listener.address() as AddressInfo).port;
    },
  };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

export function lives(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

export async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/health`).catch(() => null);
  return answer?.ok ?? false;
}
