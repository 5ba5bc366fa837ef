/** The HTTP server of a witness or monitor, with limits on connections and times. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { codeOf } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { type Answer, refuse } from './answer.ts';

const CONNECTIONS_MAX = 512;
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SWEEP_MS = 1000;
/** Grace period for open responses when the server closes. */
const LAST_ANSWERS_MS = 500;
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
};

export interface ServingTerms {
  answer(request: IncomingMessage): Promise<Answer>;
  /** What the program calls itself in an error, such as "witness". */
  program: string;
  /** Headers of all responses, besides the usual ones. */
  headers?: Readonly<Record<string, string>>;
  /** Prints a line for the operator. */
  say(line: string): void;
}

/** The server, not listening yet. An error of `answer` becomes a status 500. */
export function answeringServer({ answer, program, headers = {}, say }: ServingTerms): Server {
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: SWEEP_MS,
  };
  const server = createServer(options, (request, response) => {
    answer(request)
      .catch((error): Answer => {
        if (!request.destroyed) say(`${request.method} ${request.url}: ${error.message}`);
        return refuse(500, `the ${program} has a fault of its own`);
      })
      .then((given) => send(request, response, given, headers))
      .catch(() => response.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, type }: Answer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    'content-type': type ?? 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Starts listening. Returns the port. Throws a `StartFailure` where the address cannot be used. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isKnown = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(codeOf(error) ?? '');
      reject(isKnown ? new StartFailure(`Cannot listen on ${host}:${port} (${codeOf(error)}).`) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops accepting requests, finishes the work, and gives open responses a grace period to end. */
export async function closeServer(server: Server, finish: () => Promise<void> = async () => {}): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await finish();
  await Promise.race([closed, after(LAST_ANSWERS_MS, null, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
