import type { Socket } from 'node:net';
import type { Identity } from '../../identity.ts';
import { createBroadcast } from './broadcast.ts';
import { createPublicMessages, messageOf } from './public-messages.ts';

/** All open event streams of this process. */
export interface Hub {
  /**
   * Takes over a connection whose head is already written. Replays messages after `lastEventId` if they are still
   * kept.
   */
  join(socket: Socket, identity: Identity | null, lastEventId: string | undefined): void;
  /** Sends to all clients and keeps the message for replay. */
  broadcast(event: string, data: unknown): void;
  /** Resolves once every message broadcast so far has been written to all clients. */
  allNotified(): Promise<void>;
  /** Sends to one member's streams. Not kept: a client that reconnects fetches its own state. */
  send(memberId: string, event: string, data: unknown): void;
  /** Closes a member's streams, or those of one session. */
  drop(memberId: string, tokenHash?: Buffer): void;
  /** One identity for each connected member. */
  watching(): Identity[];
  /** One identity for each connected session. */
  sessions(): Identity[];
  size(): number;
  /** Count of clients dropped because they did not read. */
  dropped(): number;
  isFull(): boolean;
  /** Closes the `count` oldest streams. */
  endOldest(count: number): void;
  close(): void;
}

export interface HubOptions {
  clientsMax?: number;
  /** Unread bytes at which a client is dropped. It then reconnects and replays. */
  waitingBytesMax?: number;
  /** Public messages kept for replay. */
  storedMax?: number;
  /** Clients written to per turn. Other work of this process runs between turns. */
  clientsAtATime?: number;
  /** True while a request is more urgent than news. Broadcasting then pauses between turns. */
  givesWay?: () => boolean;
}

interface Client {
  socket: Socket;
  identity: Identity | null;
  /** Number of the newest public message written to this client. */
  upTo: number;
}

/**
 * Serializes each public message once and writes the same buffer to every socket. Ten thousand clients therefore cost
 * ten thousand writes and nothing else, even when several messages arrive before a client's turn. A turn takes about a
 * millisecond, so a bet that arrives meanwhile does not wait for the last client.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { clientsMax = 20_000, waitingBytesMax = 64 * 1024, storedMax = 512, clientsAtATime = 64 } = options;
  const { givesWay = () => false } = options;
  const messages = createPublicMessages(storedMax);
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

  /**
   * A client that never closes its side must not keep the stream. The socket is destroyed once its data is flushed.
   */
  function end(client: Client): void {
    leave(client);
    client.socket.destroySoon();
  }

  /**
   * Writes the public messages that this client has not received. With `from` null the position is unknown, and the
   * client gets a `reset`.
   */
  function catchUp(client: Client, from: number | null = client.upTo): void {
    const missed = (from === null ? null : messages.after(from)) ?? messages.reset();
    client.upTo = messages.count();
    if (missed.length > 0) write(client, missed);
  }

  const rounds = createBroadcast<Client>({
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
    allNotified: rounds.done,
    send(memberId, event, data) {
      const mine = byMember.get(memberId);
      if (!mine) return;
      const buffer = messageOf(event, data);
      for (const client of mine) {
        // A member learns the dice before the balance that results from them.
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
