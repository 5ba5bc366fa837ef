import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');
const READY_MS_MAX = 30_000;

/** The club's server, which can be killed outright and comes back at the same address. */
export interface Server {
  readonly address: string;
  /** Kills it with SIGKILL and starts it again; returns when it is ready. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

/** Throws when the server does not become ready. */
export async function startServer(env: NodeJS.ProcessEnv, logPath: string): Promise<Server> {
  let { child, address } = await launch(env, logPath);
  const fixed = { ...env, PORT: new URL(address).port };
  return {
    get address() {
      return address;
    },
    async killAndStart() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      ({ child, address } = await launch(fixed, logPath));
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function launch(env: NodeJS.ProcessEnv, logPath: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [MAIN, '--with-parent'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => appendFileSync(logPath, chunk));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended before it was ready; see ${logPath}`);
  });
  ended.catch(() => {});
  const line = once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(READY_MS_MAX) });
  const [text] = (await Promise.race([line, ended])) as [string];
  return { child, address: (JSON.parse(text) as { address: string }).address };
}
