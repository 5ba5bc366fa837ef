import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A network link: connections to its port reach the target while the link is up. */
export interface Link {
  readonly name: string;
  readonly port: number;
  /** Resets all connections. New ones may be opened. */
  cut(): void;
  /** Refuses new connections for a while and resets old ones. */
  refuse(ms: number): Promise<void>;
  /** Silently drops traffic for a while. With `thenCut` the connections are reset afterwards. */
  hold(ms: number, thenCut: boolean): Promise<void>;
  /** Delays traffic for a while by `delayMs` in each direction. */
  slow(ms: number, delayMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A link to a local port, which is looked up for each connection. */
export async function openLink(name: string, target: () => number): Promise<Link> {
  const sockets = new Set<Socket>();
  let refusing = false;
  let delayMs = 0;
  let held: Promise<void> | null = null;

  const server = createServer((near) => {
    if (refusing) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target(), '127.0.0.1');
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
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** Forwards the chunks in order, each when the link allows it. */
  function pass(from: Socket, to: Socket): void {
    let last: Promise<void> = Promise.resolve();
    async function through(chunk: Buffer): Promise<void> {
      if (delayMs > 0) await sleep(delayMs);
      if (held) await held;
      if (to.destroyed || !to.writable) return;
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    from.on('data', (chunk: Buffer) => {
      from.pause();
      last = last.then(() => through(chunk)).catch(() => {});
      void last.then(() => from.resume());
    });
    from.on('end', () => void last.then(() => to.end()));
  }

  function cut(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  return {
    name,
    port: (server.address() as AddressInfo).port,
    cut,
    async refuse(ms) {
      refusing = true;
      cut();
      await sleep(ms);
      refusing = false;
    },
    async hold(ms, thenCut) {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      await sleep(ms);
      if (thenCut) cut();
      held = null;
      release();
    },
    async slow(ms, each) {
      delayMs = each;
      await sleep(ms);
      delayMs = 0;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
