import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy between phone and club that can cut only the event stream, as some networks do. */
export interface Line {
  address: string;
  /** Ends open event streams and refuses new ones. Other calls pass. */
  cut(): void;
  mend(): void;
  /** Serves a changed service worker from now on. */
  changeWorker(change: (code: string) => string): void;
  close(): Promise<void>;
}

export async function openLine(clubAddress: string): Promise<Line> {
  const live = new Set<ServerResponse>();
  let isCut = false;
  let change = (code: string) => code;

  async function passWorker(came: IncomingMessage, answer: ServerResponse): Promise<void> {
    const code = change(await text(came));
    const { 'content-length': _length, etag: _tag, ...headers } = came.headers;
    answer.writeHead(came.statusCode ?? 502, headers).end(code);
  }

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const isLive = incoming.url?.startsWith('/api/stream') ?? false;
    if (isLive && isCut) return void answer.destroy();
    const { method } = incoming;
    const isWorker = incoming.url === '/sw.js';
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...filter } = incoming.headers;
    const headers = isWorker ? { ...filter, 'accept-encoding': 'identity' } : incoming.headers;
    const onwards = request(`${clubAddress}${incoming.url}`, { method, headers }, (came) => {
      if (isWorker) return void passWorker(came, answer);
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
      if (isLive) answer.flushHeaders();
    });
    if (isLive) live.add(answer);
    answer.on('close', () => {
      live.delete(answer);
      onwards.destroy();
    });
    onwards.on('error', () => answer.destroy());
    incoming.pipe(onwards);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const answer of live) answer.destroy();
    },
    mend() {
      isCut = false;
    },
    changeWorker(how) {
      change = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
