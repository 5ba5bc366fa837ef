import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A network of one cable: whoever connects to its port reaches the target, as long as the cable is whole. */
export interface Link {
  readonly name: string;
  readonly port: number;
  /** Ends all connections at once, in the middle of what they say; new ones may come. */
  cut(): void;
  /** For so long new connections are refused and old ones ended. */
  refuse(ms: number): Promise<void>;
  /** For so long nothing comes through, and nobody is told. Then the silent connections end where `thenCut`. */
  hold(ms: number, thenCut: boolean): Promise<void>;
  /** For so long all that is said takes `delayMs` longer, each way. */
  slow(ms: number, delayMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A link to a port of this machine, asked for with each connection. */
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

  /** One chunk after another, each when the cable lets it through. */
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
