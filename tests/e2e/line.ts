import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way between a phone and the club, which can be cut for the live line alone, as some networks do. */
export interface Line {
  address: string;
  /** Ends the live lines that are open and refuses new ones, while calls go through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(clubAddress: string): Promise<Line> {
  const live = new Set<ServerResponse>();
  let isCut = false;

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const isLive = incoming.url?.startsWith('/api/stream') ?? false;
    if (isLive && isCut) return void answer.destroy();
    const { method, headers } = incoming;
    const onwards = request(`${clubAddress}${incoming.url}`, { method, headers }, (came) => {
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
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
