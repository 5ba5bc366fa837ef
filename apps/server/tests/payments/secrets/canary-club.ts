import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { COMPILE_CACHE } from '../../../../../dev/start/compile-cache.ts';
import { temporaryFolder } from '../../../../../dev/temporary-folder.ts';
import { makeKeys } from '../../http/server.ts';
import type { Club } from '../../kit/club.ts';
import { roleEnvironment } from '../../setup/database.ts';
import { CANARIES } from './canary-search.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');
export const PROVIDER_SECRET = 'a secret of the provider and the club, of this test';

/**
 * How the provider behaves. `echo`: fails and repeats the request. `garbage`: returns the request in an answer that is
 * not JSON. `gone`: the connection breaks.
 */
export type Mood = 'well' | 'echo' | 'garbage' | 'gone';

/** A careless provider over HTTP, which records the requests. */
export interface CarelessProvider {
  url: string;
  mood: Mood;
  sent: string[];
  close(): Promise<void>;
}

export async function startProvider(): Promise<CarelessProvider> {
  const server: Server = createServer((request, response) => {
    void answer(request).then((answered) => {
      if (!answered) return void request.socket.destroy();
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(answered.body);
    });
  });

  async function answer(request: IncomingMessage): Promise<{ status: number; body: string } | null> {
    const body = await text(request);
    provider.sent.push(`${request.url} ${body}`);
    if (provider.mood === 'gone') return null;
    if (provider.mood === 'echo') return { status: 500, body };
    if (provider.mood === 'garbage') return { status: 200, body: `${CANARIES.cardToken} ${body}` };
    return { status: 200, body: JSON.stringify(well(request.url ?? '', provider.url)) };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: CarelessProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
    sent: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

let paid = 0;

function well(path: string, url: string): object {
  paid += 1;
  if (path === '/api/tokens') return { brand: 'mastercard', last4: '5100' };
  if (path === '/api/events') return { events: [] };
  if (path === '/api/payouts') return { providerRef: `payout-${paid}` };
  return { id: `page-${paid}`, url: `${url}/page/${paid}` };
}

/** The server as a process, with all its output. */
export interface LoggedServer {
  address: string;
  log(): string;
  stop(): Promise<void>;
}

export async function startLogged(club: Club, providerUrl: string): Promise<LoggedServer> {
  const folder = temporaryFolder('tercet-canary-');
  const child: ChildProcess = spawn(process.execPath, [MAIN, '--role=api,jobs'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...COMPILE_CACHE,
      PATH: process.env.PATH,
      PORT: '0',
      ...roleEnvironment(club.database),
      TERCET_KEYS: makeKeys(join(folder.path, 'keys')),
      TERCET_LOG: 'debug',
      TERCET_PAYMENTS: 'sandbox',
      TERCET_SANDBOX_URL: providerUrl,
      TERCET_SANDBOX_SECRET: PROVIDER_SECRET,
    },
  });
  const exited = once(child, 'exit');
  let log = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk;
        const address = /"ready":true.*"address":"([^"]+)"/.exec(log)?.[1];
        if (address) resolve(address);
      });
    }
    void exited.then(() => reject(new Error(`the server ended: ${log}`)));
  });
  return {
    address: await ready,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      folder.remove();
    },
  };
}
