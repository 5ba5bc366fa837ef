import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Address of a process's metrics. For the operator's network only, never for members. */
export interface WatchPlace {
  host: string;
  port: number;
}

export interface Watch {
  registry: Registry;
  /** Such as `http://127.0.0.1:9464`. */
  address: string;
  stop(): Promise<void>;
}

/** A registry with the default metrics of Node.js: memory, CPU, event loop, open handles. */
export function openRegistry(roles: readonly string[]): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ roles: roles.join(',') });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Serves `/metrics`, `/health/live` (the process responds) and `/health/ready` (it can work; otherwise 503).
 * Read-only.
 */
export async function startWatch(
  { host, port }: WatchPlace,
  registry: Registry,
  isReady: () => Promise<boolean>,
): Promise<Watch> {
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?', 1)[0] : null;
    void answer(path ?? '', response).catch(() => response.destroy());
  });

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/metrics') return send(response, 200, await registry.metrics(), registry.contentType);
    if (path === '/health/live') return send(response, 200, 'live\n');
    if (path !== '/health/ready') return send(response, 404, 'not found\n');
    const ready = await isReady();
    return send(response, ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n');
  }

  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    registry,
    address: `http://${host}:${taken}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
