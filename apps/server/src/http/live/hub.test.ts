import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../identity.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';

let server: Server;
let hub: Hub;
let sockets: Socket[];
let joined: EventEmitter;

beforeEach(() => open());
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  hub.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(options: HubOptions = {}): Promise<void> {
  hub = createHub(options);
  sockets = [];
  joined = new EventEmitter();
  server = createServer((request, response) => {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const { 'last-event-id': lastEventId, member, session } = request.headers;
    hub.join(
      response.socket as Socket,
      identityOf(member, session),
      typeof lastEventId === 'string' ? lastEventId : undefined,
    );
    joined.emit('joined', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function reopen(options: HubOptions): Promise<void> {
  server.close();
  await open(options);
}

function identityOf(member: unknown, session: unknown): Identity | null {
  if (typeof member !== 'string') return null;
  const tokenHash = Buffer.from(String(session ?? 'one'));
  return { bucket: 0, memberId: member, userName: member, tokenHash, restricted: false };
}

interface Message {
  id: string | undefined;
  event: string | undefined;
  data: unknown;
}

interface TestClient {
  socket: Socket;
  response: ServerResponse;
  received: Message[];
  /** Resolves once `count` messages have arrived. */
  until(count: number): Promise<Message[]>;
}

async function join(headers: Record<string, string> = {}): Promise<TestClient> {
  const socket = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => {});
  const received: Message[] = [];
  let text = '';
  let isBody = false;
  socket.on('data', (chunk) => {
    text += chunk;
    const head = isBody ? -1 : text.indexOf('\r\n\r\n');
    if (head >= 0) text = text.slice(head + 4);
    isBody ||= head >= 0;
    if (!isBody) return;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    received.push(...blocks.map(parse));
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const [[response]] = await Promise.all([
    once(joined, 'joined'),
    socket.write(`GET / HTTP/1.1\r\nhost: club\r\n${lines.join('')}\r\n`),
  ]);
  return {
    socket,
    response,
    received,
    async until(count) {
      while (received.length < count) await once(socket, 'data');
      return received;
    },
  };
}

function parse(block: string): Message {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(fields.get('data') ?? 'null') };
}

/** Joins and reads the `reset` that every new client gets. Its id is the current position of the stream. */
async function newcomer(headers: Record<string, string> = {}): Promise<TestClient & { at: string }> {
  const client = await join(headers);
  const [reset] = await client.until(1);
  expect(reset).toMatchObject({ event: 'reset', data: {} });
  return { ...client, at: reset?.id ?? '' };
}

function idsOf(messages: readonly Message[]): (string | undefined)[] {
  return messages.map(({ id }) => id);
}

describe('a client that comes back', () => {
  test('gets what it missed, each message once, in order', async () => {
    const { at } = await newcomer();
    for (let n = 1; n <= 5; n++) hub.broadcast('drawn', { n });
    const all = await join({ 'last-event-id': at });
    expect((await all.until(5)).map(({ data }) => data)).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
    const third = (await all.until(5))[2]?.id ?? '';
    const late = await join({ 'last-event-id': third });
    hub.broadcast('drawn', { n: 6 });
    expect((await late.until(3)).map(({ data }) => data)).toEqual([4, 5, 6].map((n) => ({ n })));
    const last = (await late.until(3))[2]?.id ?? '';
    const none = await join({ 'last-event-id': last });
    hub.broadcast('drawn', { n: 7 });
    expect(await none.until(1)).toMatchObject([{ event: 'drawn', data: { n: 7 } }]);
  });

  test('with an unknown id gets the instruction to start again, and then follows', async () => {
    const { at } = await newcomer();
    hub.broadcast('sealed', {});
    const boot = at.split('-')[0];
    for (const id of [
      '',
      'abc',
      '-',
      `${boot}`,
      `${boot}-`,
      `${boot}-2`,
      `${boot}--1`,
      `${boot}-0.5`,
      `${boot}-0x1`,
      `${boot}-1e0`,
      `${boot}-999999999999999999`,
      `000000000000-0`,
      `${boot}-0, ${boot}-1`,
    ]) {
      const client = await join(id === '' ? {} : { 'last-event-id': id });
      const [first] = await client.until(1);
      expect([id, first]).toEqual([id, { id: `${boot}-1`, event: 'reset', data: {} }]);
    }
  });

  test('after too long starts anew: no more than the newest messages are kept', async () => {
    await reopen({ storedMax: 10 });
    const { at } = await newcomer();
    const boot = at.split('-')[0];
    for (let n = 1; n <= 25; n++) hub.broadcast('clock', { n });
    expect((await (await join({ 'last-event-id': `${boot}-14` })).until(1))[0]?.event).toBe('reset');
    const stored = await (await join({ 'last-event-id': `${boot}-15` })).until(10);
    expect(idsOf(stored)).toEqual(Array.from({ length: 10 }, (_, n) => `${boot}-${n + 16}`));
  });
});

test('when a process leaves, streams end a few at a time, those that are open longest first', async () => {
  const first = await newcomer();
  const second = await newcomer();
  const third = await newcomer();
  const ended = [first, second].map(({ socket }) => once(socket, 'end'));
  hub.endOldest(2);
  await Promise.all(ended);
  expect(hub.size()).toBe(1);
  hub.broadcast('clock', { nowMs: 1 });
  expect(await third.until(2)).toHaveLength(2);
  hub.endOldest(5);
  expect(hub.size()).toBe(0);
});

describe('a reader', () => {
  test('that does not read is dropped, and harms nobody', async () => {
    await reopen({ waitingBytesMax: 64 * 1024 });
    const readers = await Promise.all([newcomer(), newcomer()]);
    const slow = await newcomer();
    slow.socket.pause();
    const gone = once(slow.response, 'close');
    const filling = 'x'.repeat(256 * 1024);
    let sent = 0;
    let waitingMost = 0;
    while (hub.size() === 3 && sent < 300) {
      hub.broadcast('clock', { filling });
      sent += 1;
      waitingMost = Math.max(waitingMost, slow.response.socket?.writableLength ?? 0);
      for (const reader of readers) await reader.until(sent + 1);
    }
    expect([hub.size(), hub.dropped()]).toEqual([2, 1]);
    await gone;
    expect(waitingMost).toBeLessThanOrEqual(64 * 1024 + filling.length + 100);
    hub.broadcast('clock', { after: true });
    for (const reader of readers) {
      const messages = await reader.until(sent + 2);
      expect(messages.slice(1).map(({ id }) => Number(id?.split('-')[1]))).toEqual(
        Array.from({ length: sent + 1 }, (_, n) => n + 1),
      );
    }
  });

  test('that goes away is forgotten', async () => {
    const client = await newcomer({ member: 'mira' });
    expect([hub.size(), hub.watching()]).toMatchObject([1, [{ memberId: 'mira' }]]);
    client.socket.destroy();
    await once(client.response, 'close');
    expect([hub.size(), hub.watching(), hub.sessions()]).toEqual([0, [], []]);
  });

  test('is one of a bounded number', async () => {
    await reopen({ clientsMax: 2 });
    await newcomer();
    expect(hub.isFull()).toBe(false);
    await newcomer();
    expect(hub.isFull()).toBe(true);
  });
});

describe('a member’s own messages', () => {
  test('go only to the member’s own streams, and are not replayed to anyone', async () => {
    const [mira, alsoMira, tomas, visitor] = await Promise.all([
      newcomer({ member: 'mira', session: 'phone' }),
      newcomer({ member: 'mira', session: 'desk' }),
      newcomer({ member: 'tomas' }),
      newcomer(),
    ]);
    hub.send('mira', 'balance', { availableMinor: '1' });
    hub.send('nobody', 'balance', { availableMinor: '2' });
    hub.broadcast('clock', {});
    for (const client of [mira, alsoMira]) {
      expect((await client.until(3)).slice(1).map(({ event, id }) => [event, id === undefined])).toEqual([
        ['balance', true],
        ['clock', false],
      ]);
    }
    for (const client of [tomas, visitor]) {
      expect((await client.until(2)).map(({ event }) => event)).toEqual(['reset', 'clock']);
    }
    const again = await join({ member: 'mira', 'last-event-id': mira.at });
    expect((await again.until(1)).map(({ event }) => event)).toEqual(['clock']);
    // They joined at the same time, so the order is undefined.
    expect(new Set(hub.watching().map(({ memberId }) => memberId))).toEqual(new Set(['mira', 'tomas']));
    expect(hub.watching()).toHaveLength(2);
    expect(
      hub
        .sessions()
        .map(({ memberId, tokenHash }) => `${memberId} ${tokenHash}`)
        .sort(),
    ).toEqual(['mira desk', 'mira one', 'mira phone', 'tomas one']);
  });

  test('end with the member’s sessions, although the client keeps the connection open', async () => {
    const [phone, desk, tomas] = await Promise.all([
      newcomer({ member: 'mira', session: 'phone' }),
      newcomer({ member: 'mira', session: 'desk' }),
      newcomer({ member: 'tomas' }),
    ]);
    const closed = [phone, desk].map((client) => once(client.response, 'close'));
    hub.drop('mira', Buffer.from('phone'));
    expect(hub.size()).toBe(2);
    hub.send('mira', 'balance', { to: 'desk' });
    hub.drop('mira');
    hub.send('mira', 'balance', { to: 'nobody' });
    hub.broadcast('clock', {});
    await Promise.all(closed);
    await tomas.until(2);
    expect(phone.received.map(({ event }) => event)).toEqual(['reset']);
    expect((await desk.until(2)).map(({ data }) => data)).toEqual([{}, { to: 'desk' }]);
    expect(hub.sessions().map(({ memberId }) => memberId)).toEqual(['tomas']);
  });
});

test('closing ends every stream', async () => {
  const clients = await Promise.all([newcomer(), newcomer({ member: 'mira' })]);
  const closed = clients.map((client) => once(client.response, 'close'));
  hub.close();
  await Promise.all(closed);
  expect(hub.size()).toBe(0);
});
