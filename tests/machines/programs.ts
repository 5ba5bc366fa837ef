import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const ANSWERS_WITHIN_MS = 15_000;
const READY_WITHIN_MS = 120_000;
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Throws one line that names the missing program. Skipping the suite would hide that nothing was tested. */
export function findPrograms<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const found = names.map((name) => [name, findProgram(name)]);
  const missing = found.flatMap(([name, file]) => (file === null ? [name] : []));
  if (missing.length > 0) {
    throw new Error(`not installed: ${missing.join(', ')}. On Debian: apt-get install pgbouncer nginx-light`);
  }
  return Object.fromEntries(found) as Record<Name, string>;
}

/** Path of a program; null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((one) => join(one, name)).find((file) => existsSync(file)) ?? null;
}

export interface ProgramOptions {
  env?: NodeJS.ProcessEnv;
  logPath: string;
  /** When we are root, run it as nobody: some programs refuse root. */
  asNobody?: boolean;
}

export function startProgram(file: string, args: readonly string[], options: ProgramOptions): ChildProcess {
  const { env = { PATH: process.env.PATH }, logPath, asNobody } = options;
  const account = asNobody && process.getuid?.() === 0 ? NOBODY : {};
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'], ...account });
  const log = createWriteStream(logPath, { flags: 'a' });
  for (const stated of [child.stdout, child.stderr]) stated?.pipe(log, { end: false });
  child.stdin?.on('error', () => {});
  return child;
}

/** The first line of output as JSON. Throws when the program ends before. */
export async function readyLine(child: ChildProcess, name: string): Promise<Record<string, unknown>> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  const late = sleep(READY_WITHIN_MS).then(() => Promise.reject(new Error(`${name} is not ready`)));
  const [line] = (await Promise.race([once(lines, 'line'), ended, late])) as [string];
  return JSON.parse(line) as Record<string, unknown>;
}

/** Output and exit code after the program has ended. */
export async function ran(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Waits until the port accepts connections. */
export async function untilAnswers(port: number, name: string): Promise<void> {
  const deadline = performance.now() + ANSWERS_WITHIN_MS;
  while (!(await answers(port))) {
    if (performance.now() > deadline) throw new Error(`${name} does not answer`);
    await sleep(50);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.unref();
    socket.once('connect', () => socket.destroy());
  });
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
