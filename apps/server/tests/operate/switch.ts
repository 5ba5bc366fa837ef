import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../draw/processes.ts';

/** A load balancer for several processes: it sends each new connection to the next ready one. */
export interface Switch {
  address: string;
  add(server: ServerProcess): void;
  close(): void;
}

const LOOK_MS = 50;

/** A TCP proxy that uses HTTP only for health checks: a connection that a server cuts is cut for the client. */
export async function openSwitch(): Promise<Switch> {
  const known = new Set<ServerProcess>();
  const ready = new Set<ServerProcess>();
  const sockets = new Set<Socket>();
  let next = 0;
  let closed = false;

  async function look(server: ServerProcess): Promise<void> {
    const answer = await fetch(`${server.metrics}/health/ready`).catch(() => null);
    if (answer?.status === 200) ready.add(server);
    else ready.delete(server);
    // The process has ended.
    if (answer === null) known.delete(server);
  }

  async function watch(): Promise<void> {
    while (!closed) {
      await Promise.all([...known].map(look));
      await sleep(LOOK_MS);
    }
  }

  const front = createServer({ allowHalfOpen: true }, (near) => {
    const able = [...ready];
    const server = able[next++ % Math.max(1, able.length)];
    if (server === undefined) {
      near.destroy();
      return;
    }
    const far = connect({ port: Number(new URL(server.address).port), host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  void watch();
  return {
    address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    add(server) {
      known.add(server);
    },
    close() {
      closed = true;
      front.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
