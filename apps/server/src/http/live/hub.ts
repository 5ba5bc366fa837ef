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
  /** So many clients are written to at a time; what else waits in this process has its turn in between. */
  clientsAtATime?: number;
}

interface Client {
  socket: Socket;
  identity: Identity | null;
  /** The number of the newest public message that was written to it. */
  upTo: number;
}

/**
 * Each public message is made into bytes once and the same buffer is written to every socket, so that ten thousand
 * clients cost ten thousand writes and nothing else. They are written in turns of some milliseconds: a bet that arrives
 * meanwhile does not wait for the last of them.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { clientsMax = 20_000, waitingBytesMax = 64 * 1024, keptMax = 512, clientsAtATime = 200 } = options;
  // Event ids are only comparable within one process; another one's id means "start anew".
  const boot = randomBytes(6).toString('hex');
  const clients = new Set<Client>();
  const byMember = new Map<string, Set<Client>>();
  /** The newest public messages; the last one is number `count`. */
  const kept: Buffer[] = [];
  let count = 0;
  /** Where the present round over the clients stands; those behind it have all that there was when it passed them. */
  let round: Iterator<Client> | null = null;
  let roundTo = 0;
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
    if (sameBoot !== boot || from < 0 || from > count) startAnew(client);
    else {
      client.upTo = from;
      catchUp(client);
    }
  }

  function startAnew(client: Client): void {
    client.upTo = count;
    write(client, message('reset', {}, `${boot}-${count}`));
  }

  /** Writes the public messages that it has not got yet. */
  function catchUp(client: Client): void {
    if (count - client.upTo > kept.length) startAnew(client);
    while (client.upTo < count && clients.has(client)) {
      const buffer = kept[kept.length - (count - client.upTo)] as Buffer;
      client.upTo += 1;
      write(client, buffer);
    }
  }

  function takeTurn(): void {
    if (round === null) {
      round = clients.values();
      roundTo = count;
    }
    for (let written = 0; written < clientsAtATime; ) {
      const { value: client } = round.next();
      if (!client) {
        round = null;
        // What came meanwhile is for those, too, who were passed by then.
        if (roundTo < count) setImmediate(takeTurn);
        return;
      }
      if (client.upTo === count) continue;
      catchUp(client);
      written += 1;
    }
    setImmediate(takeTurn);
  }

  return {
    join(socket, identity, lastEventId) {
      const client = { socket, identity, upTo: count };
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
      kept.push(message(event, data, `${boot}-${++count}`));
      if (kept.length > keptMax) kept.shift();
      if (round === null) takeTurn();
    },
    send(memberId, event, data) {
      const mine = byMember.get(memberId);
      if (!mine) return;
      const buffer = message(event, data);
      for (const client of mine) {
        // What he was told of the dice goes before what he won by them.
        catchUp(client);
        write(client, buffer);
      }
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
