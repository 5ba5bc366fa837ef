/** Test kit: a sandbox over real HTTP with a settable clock, and a club that receives its webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  isSignedWebhook,
  signCall,
  WEBHOOK_SIGNATURE_HEADER,
} from '@tercet/server/adapters/payment/sandbox-signature.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type SandboxControl, sandboxControl } from './control-client.ts';
import { type RunningSandbox, startSandbox } from './sandbox.ts';
import type { SandboxEvent } from './state.ts';

export const SECRET = 'a secret that is known to this test alone';

export interface TestClub {
  url: string;
  /** Accepted messages, in order of arrival. */
  taken: SandboxEvent[][];
  /** All bodies and signatures received, refused ones included. */
  received: { body: Buffer; signature: unknown }[];
  /** Sets how many of the next messages to refuse. */
  refuse(count: number): void;
  close(): Promise<void>;
}

/** A club that accepts only signed messages. */
export async function openTestClub(): Promise<TestClub> {
  const taken: SandboxEvent[][] = [];
  const received: TestClub['received'] = [];
  let refusals = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const signature = request.headers[WEBHOOK_SIGNATURE_HEADER];
    received.push({ body, signature });
    const isBelieved = isSignedWebhook(SECRET, body, signature, Date.now());
    if (refusals > 0 || !isBelieved) {
      refusals -= 1;
      response.writeHead(503).end();
      return;
    }
    taken.push((JSON.parse(body.toString('utf8')) as { events: SandboxEvent[] }).events);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/sandbox`,
    taken,
    received,
    refuse(count) {
      refusals = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface TestSandbox {
  url(): string;
  folder: string;
  control(): SandboxControl;
  /** A call as the club makes it. */
  call(path: string, body: unknown): Promise<{ status: number; answer: Record<string, unknown> }>;
  at(ms: number): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestSandbox(webhookUrl: string | null = null): Promise<TestSandbox> {
  const folder = temporaryFolder('tercet-sandbox-');
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const start = (): Promise<RunningSandbox> =>
    startSandbox({ dataDir: folder.path, secret: SECRET, now: () => nowMs, settings: { webhookUrl } });
  let running = await start();
  return {
    url: () => running.url,
    folder: folder.path,
    control: () => sandboxControl(running.url, SECRET),
    async call(path, content) {
      const body = JSON.stringify(content);
      const signed = signCall(SECRET, { method: 'POST', path, body }, Date.now());
      const response = await fetch(running.url + path, { method: 'POST', headers: signed, body });
      return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
    },
    at(ms) {
      nowMs = ms;
    },
    async restart() {
      await running.close();
      running = await start();
      // The first use of a kept-alive connection after a restart fails.
      await fetch(running.url).catch(() => null);
    },
    async close() {
      await running.close();
      folder.remove();
    },
  };
}

/** A checkout request of a member's top-up. At noon of the kit's first day it stays open for half an hour. */
export function checkoutAsk(reference: string, more: Record<string, unknown> = {}) {
  return {
    reference,
    amountMinor: '12500',
    currency: 'PLAY',
    exponent: 2,
    returnUrl: 'http://127.0.0.1:3000/Recharge?id=1&from=sandbox',
    expiresAtMs: Date.UTC(2026, 10, 21, 12, 30),
    locale: 'en',
    ...more,
  };
}
