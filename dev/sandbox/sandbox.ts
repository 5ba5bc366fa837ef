/** A simulated payment provider: hosted pages, signed webhooks and payouts, without money or banks. */
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { identityDesk } from './identity.ts';
import { moneyIn } from './money-in.ts';
import { moneyOut } from './money-out.ts';
import { sandboxServer } from './server.ts';
import { openState, type Settings } from './state.ts';
import { webhookQueue } from './webhooks.ts';

export interface SandboxOptions {
  dataDir: string;
  /** Shared with the club. It authenticates the club's calls. */
  secret: string;
  /** 0 takes the last port or a free one. */
  port?: number;
  host?: string;
  /** Initial settings. Others keep their stored values. */
  settings?: Partial<Pick<Settings, 'webhookUrl' | 'payoutSeconds' | 'returnSeconds'>>;
  /** Unix milliseconds of the machine; tests set it. */
  now?: () => number;
}

export interface RunningSandbox {
  port: number;
  url: string;
  close(): Promise<void>;
}

const TICK_MS = 100;
/** File in the data folder with the sandbox's address. */
export const URL_FILE = 'url';

export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { dataDir, secret, port = 0, host = '127.0.0.1', settings = {}, now = Date.now } = options;
  const state = openState(dataDir, secret, now);
  if (Object.keys(settings).length > 0) state.change(settings);
  const queue = webhookQueue(state, secret);
  const money = { in: moneyIn(state, queue), out: moneyOut(state, queue) };
  const identity = identityDesk(state, queue);
  let url = '';
  const tick = (): void => {
    money.in.tick();
    money.out.tick();
    identity.tick();
    queue.tick();
  };
  const server = sandboxServer({ state, queue, money, identity, url: () => url, tick }, secret);
  const bound = await listenAgain(server, host, port === 0 ? state.settings().port : port, port === 0);
  url = urlOf(host, bound);
  if (state.settings().port !== bound) state.change({ port: bound });
  writeFileSync(join(dataDir, URL_FILE), `${url}\n`);
  const timer = setInterval(tick, TICK_MS);
  return {
    port: bound,
    url,
    async close() {
      clearInterval(timer);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await queue.stop();
      state.close();
    },
  };
}

function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The club's database stores the sandbox's addresses. So it reuses its port, and takes another only when that is busy.
 */
async function listenAgain(server: Server, host: string, port: number, mayMove: boolean): Promise<number> {
  try {
    return await listen(server, host, port);
  } catch (error) {
    if (!mayMove || port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listen(server, host, 0);
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
