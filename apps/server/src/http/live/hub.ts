import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Identity } from '../../identity.ts';

/** All open event streams of this process. */
export interface Hub {
  /** Takes over a connection with its head written; what was missed since `lastEventId` is sent if still kept. */
  join(socket: Socket, identity: Identity | null, lastEventId: string | undefined): void;
  /** To everyone; kept for replay. */
  broadcast(event: string, data: unknown): void;
  /** To one member's streams; not kept: a client that reconnects fetches its own state anew. */
  send(memberId: string, event: string, data: unknown): void;
  /** Ends a member's streams, or those of one session: nothing more is sent to them. */
  drop(memberId: string, tokenHash?: Buffer): void;
  /** One identity for each member who is watching. */
  watching(): Identity[];
  /** One identity for each session that is watching. */
  sessions(): Identity[];
  size(): number;
  /** Clients that were let go because they did not read. */
  dropped(): number;
  isFull(): boolean;
  /** Ends so many of the streams that have been open longest. */
  endOldest(count: number): void;
  close(): void;
}

export interface HubOptions {
  clientsMax?: number;
  /** A client with more than this waiting to be read is dropped; it will reconnect and replay. */
  waitingBytesMax?: number;
  /** How many public messages are kept. */
  keptMax?: number;
}

interface Client {
  socket: Socket;
  identity: Identity | null;
}

interface Kept {
  n: number;
  buffer: Buffer;
}

/**
 * Each public message is made into bytes once and the same buffer is written to every socket, so that ten thousand
 * clients cost ten thousand writes and nothing else.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { clientsMax = 20_000, waitingBytesMax = 64 * 1024, keptMax = 512 } = options;
  // Event ids are only comparable within one process; another one's id means "start anew".
  const boot = randomBytes(6).toString('hex');
  const clients = new Set<Client>();
  const byMember = new Map<string, Set<Client>>();
  const kept: Kept[] = [];
  let count = 0;
  let dropped = 0;

  function write(client: Client, buffer: Buffer): void {
    const { socket } = client;
    if (!socket.destroyed && socket.writableLength <= waitingBytesMax) {
      socket.write(buffer);
      return;
    }
    if (!socket.destroyed) dropped += 1;
    socket.destroy();
    leave(client);
  }

  function leave(client: Client): void {
    clients.delete(client);
    const mine = client.identity && byMember.get(client.identity.memberId);
    if (!client.identity || !mine) return;
    mine.delete(client);
    if (mine.size === 0) byMember.delete(client.identity.memberId);
  }

  /** A reader that never closes its side must not keep the stream: once all is flushed the socket goes. */
  function end(client: Client): void {
    leave(client);
    client.socket.destroySoon();
  }

  function replay(client: Client, lastEventId: string | undefined): void {
    const [sameBoot, n] = (lastEventId ?? '').split('-');
    const from = /^\d{1,15}$/.test(n ?? '') ? Number(n) : -1;
    const oldest = kept[0]?.n ?? count + 1;
    if (sameBoot !== boot || from < 0 || from > count || from + 1 < oldest) {
      write(client, message('reset', {}, `${boot}-${count}`));
      return;
    }
    for (const { n: place, buffer } of kept) {
      if (!clients.has(client)) return;
      if (place > from) write(client, buffer);
    }
  }

  return {
    join(socket, identity, lastEventId) {
      const client = { socket, identity };
      clients.add(client);
      if (identity) {
        const mine = byMember.get(identity.memberId) ?? new Set();
        byMember.set(identity.memberId, mine.add(client));
      }
      socket.on('close', () => leave(client));
      socket.on('error', () => leave(client));
      replay(client, lastEventId);
    },
    broadcast(event, data) {
      const buffer = message(event, data, `${boot}-${++count}`);
      kept.push({ n: count, buffer });
      if (kept.length > keptMax) kept.shift();
      for (const client of clients) write(client, buffer);
    },
    send(memberId, event, data) {
      const mine = byMember.get(memberId);
      if (!mine) return;
      const buffer = message(event, data);
      for (const client of mine) write(client, buffer);
    },
    drop(memberId, tokenHash) {
      for (const client of byMember.get(memberId) ?? []) {
        if (tokenHash === undefined || client.identity?.tokenHash.equals(tokenHash)) end(client);
      }
    },
    watching: () => [...byMember.values()].flatMap((mine) => identitiesOf(mine).slice(0, 1)),
    sessions: () =>
      [...byMember.values()].flatMap((mine) => {
        const named = identitiesOf(mine).map((identity) => [identity.tokenHash.toString('hex'), identity] as const);
        return [...new Map(named).values()];
      }),
    size: () => clients.size,
    dropped: () => dropped,
    isFull: () => clients.size >= clientsMax,
    endOldest(count) {
      let left = count;
      for (const client of clients) {
        if (left-- <= 0) return;
        end(client);
      }
    },
    close() {
      for (const client of clients) end(client);
    },
  };
}

function identitiesOf(clients: Iterable<Client>): Identity[] {
  return [...clients].flatMap(({ identity }) => identity ?? []);
}

function message(event: string, data: unknown, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
