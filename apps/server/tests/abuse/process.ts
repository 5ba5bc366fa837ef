import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Club } from '../kit/club.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const METER = join(import.meta.dirname, 'meter.mjs');

/** A process that serves the API, with its output. */
export interface ApiProcess {
  address: string;
  log(): string;
  /** The JSON lines of its log, parsed. */
  lines(): Record<string, unknown>[];
  /** CPU time of the event loop's thread during an act, in milliseconds. */
  spent(act: () => Promise<unknown>): Promise<number>;
  /** Longest CPU time during an act without serving another request, in milliseconds. */
  held(act: () => Promise<unknown>): Promise<number>;
  /** `SIGKILL` permits no cleanup. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process on a free port, behind a trusted proxy. */
export async function startProcess(
  club: Pick<Club, 'database'>,
  keysDir: string,
  more: Record<string, string> = {},
): Promise<ApiProcess> {
  const child: ChildProcess = spawn(process.execPath, ['--import', METER, MAIN, '--role=api'], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      TERCET_APP_URL: club.database.urls.api,
      TERCET_KEYS: keysDir,
      TERCET_TRUST_PROXY: '127.0.0.1',
      TERCET_LOG: 'error',
      ...more,
    },
  });
  const exited = once(child, 'exit');
  let log = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk;
        const found = /"ready":true.*"address":"([^"]+)"/.exec(log)?.[1];
        if (found) resolve(found);
      });
    }
    void exited.then(() => reject(new Error(`the server ended: ${log}`)));
  });
  let requestCount = 0;
  const meter = (act: string): Promise<number> =>
    new Promise((resolve) => {
      const id = ++requestCount;
      child.on('message', function take(message: { id: number; ms: number }) {
        if (message.id !== id) return;
        child.off('message', take);
        resolve(message.ms);
      });
      child.send({ id, act });
    });
  const between = async (begin: string, end: string, act: () => Promise<unknown>): Promise<number> => {
    await meter(begin);
    await act();
    return meter(end);
  };
  return {
    address,
    spent: (act) => between('spend', 'spent', act),
    held: (act) => between('watch', 'watched', act),
    log: () => log,
    lines: () =>
      log
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line)),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}
