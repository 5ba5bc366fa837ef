import type { Socket } from 'node:net';
import type { Identity } from '../../identity.ts';
import { createPublicMessages, messageOf } from './public-messages.ts';
import { createRounds } from './rounds.ts';

/** All open event streams of this process. */
export interface Hub {
  /** Takes over a connection with its head written; what was missed since `lastEventId` is sent if still kept. */
  join(socket: Socket, identity: Identity | null, lastEventId: string | undefined): void;
  /** To everyone; kept for replay. */
  broadcast(event: string, data: unknown): void;
  /** Resolves once all that was broadcast until now has been written to everyone. */
  allTold(): Promise<void>;
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
  /** Whether somebody waits for more than news, now: the telling of all gives way to that, and takes its time. */
  givesWay?: () => boolean;
}

interface Client {
  socket: Socket;
  identity: Identity | null;
  /** The number of the newest public message that was written to it. */
  upTo: number;
}

/**
 * Each public message is made into bytes once and the same buffer is written to every socket, so that ten thousand
 * clients cost ten thousand writes and nothing else, also where several messages came before a client was reached. They
 * are written in turns of about a millisecond: a bet that arrives meanwhile does not wait for the last of them.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { clientsMax = 20_000, waitingBytesMax = 64 * 1024, keptMax = 512, clientsAtATime = 64 } = options;
  const { givesWay = () => false } = options;
  const messages = createPublicMessages(keptMax);
  const clients = new Set<Client>();
  const byMember = new Map<string, Set<Client>>();
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

  /** Writes the public messages that it has not got yet; null: nobody knows which those are. */
  function catchUp(client: Client, from: number | null = client.upTo): void {
    const missed = (from === null ? null : messages.after(from)) ?? messages.reset();
    client.upTo = messages.count();
    if (missed.length > 0) write(client, missed);
  }

  const rounds = createRounds<Client>({
    clients,
    newest: messages.count,
    tell(client) {
      if (client.upTo === messages.count()) return false;
      catchUp(client);
      return true;
    },
    atATime: clientsAtATime,
    givesWay,
  });

  return {
    join(socket, identity, lastEventId) {
      const client = { socket, identity, upTo: 0 };
      clients.add(client);
      if (identity) {
        const mine = byMember.get(identity.memberId) ?? new Set();
        byMember.set(identity.memberId, mine.add(client));
      }
      socket.on('close', () => leave(client));
      socket.on('error', () => leave(client));
      catchUp(client, messages.numberOf(lastEventId));
    },
    broadcast(event, data) {
      messages.add(event, data);
      rounds.begin();
    },
    allTold: rounds.done,
    send(memberId, event, data) {
      const mine = byMember.get(memberId);
      if (!mine) return;
      const buffer = messageOf(event, data);
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
