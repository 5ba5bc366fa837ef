import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identity } from '../../identity.ts';
import { createHub, type Hub } from './hub.ts';

let hub: Hub;
beforeEach(() => {
  hub = createHub({ clientsAtATime: 2 });
});

afterEach(() => vi.useRealTimers());

/** Joins a client without a network connection; returns what is written to it, in order, without its `reset`. */
function join(memberId?: string): Buffer[] {
  const written: Buffer[] = [];
  const socket = {
    destroyed: false,
    writableLength: 0,
    write: (buffer: Buffer) => written.push(buffer),
    destroySoon() {},
  };
  const tokenHash = Buffer.from('one');
  const identity: Identity | null =
    memberId === undefined ? null : { bucket: 0, memberId, userName: memberId, tokenHash, restricted: false };
  hub.join(Object.assign(new EventEmitter(), socket) as never, identity, undefined);
  written.shift();
  return written;
}

/** The `n` of each message's data. */
function numbersOf(written: readonly Buffer[]): number[] {
  return [
    ...Buffer.concat(written)
      .toString()
      .matchAll(/"n":(\d+)/g),
  ].map(([, n]) => Number(n));
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(setImmediate);
}

test('a message is made into bytes once, for all clients', async () => {
  const clients = Array.from({ length: 5 }, () => join());
  hub.broadcast('clock', { n: 1 });
  await turns(5);
  expect(clients.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(clients.flat()).size).toBe(1);
});

test('what else waits has its turn before all are told', async () => {
  const clients = Array.from({ length: 5 }, () => join());
  hub.broadcast('clock', { n: 1 });
  const reported = () => clients.flat().length;
  expect(reported()).toBe(2);
  const sentBefore = await new Promise((resolve) => setImmediate(() => resolve(reported())));
  expect(sentBefore).toBe(4);
});

test('while somebody waits for more than news, it is told with a pause after each turn, and to all in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isBusy = true;
  hub = createHub({ clientsAtATime: 2, givesWay: () => isBusy });
  const clients = Array.from({ length: 9 }, () => join());
  hub.broadcast('clock', { n: 1 });
  const reported = () => clients.flat().length;
  await turns(5);
  expect(reported()).toBe(2);
  vi.runOnlyPendingTimers();
  await turns(5);
  expect(reported()).toBe(4);
  isBusy = false;
  vi.runOnlyPendingTimers();
  await turns(5);
  expect(reported()).toBe(9);
});

test('each client has every message once and in order, whenever it came', async () => {
  const clients = Array.from({ length: 7 }, () => join());
  hub.broadcast('clock', { n: 1 });
  hub.broadcast('clock', { n: 2 });
  await turns(1);
  hub.broadcast('clock', { n: 3 });
  const late = join();
  await turns(10);
  for (const client of clients) expect(numbersOf(client)).toEqual([1, 2, 3]);
  hub.broadcast('clock', { n: 4 });
  await turns(10);
  for (const client of clients) expect(numbersOf(client)).toEqual([1, 2, 3, 4]);
  // A new client fetches earlier news itself.
  expect(numbersOf(late)).toEqual([4]);
});

test('who missed several messages has them in one piece, which is the same for all', async () => {
  const clients = Array.from({ length: 7 }, () => join());
  hub.broadcast('clock', { n: 1 });
  hub.broadcast('clock', { n: 2 });
  hub.broadcast('clock', { n: 3 });
  await turns(10);
  const [first, later] = [clients.slice(0, 2), clients.slice(2)];
  // The first two clients were written to before the second message existed.
  for (const client of first) expect(client).toHaveLength(2);
  for (const client of later) expect(client).toHaveLength(1);
  for (const client of clients) expect(numbersOf(client)).toEqual([1, 2, 3]);
  expect(new Set(clients.flat()).size).toBe(3);
});

test('who waits for all to be told waits for the last of them, and for no message that came later', async () => {
  const clients = Array.from({ length: 5 }, () => join());
  await hub.allNotified();
  hub.broadcast('clock', { n: 1 });
  let reported = false;
  const waited = hub.allNotified().then(() => {
    reported = true;
  });
  await turns(1);
  expect(reported).toBe(false);
  hub.broadcast('clock', { n: 2 });
  await waited;
  for (const client of clients) expect(numbersOf(client)[0]).toBe(1);
  expect(numbersOf(clients[0] ?? [])).toEqual([1]);
  await hub.allNotified();
  for (const client of clients) expect(numbersOf(client)).toEqual([1, 2]);
});

test('nobody waits for streams that have ended', async () => {
  for (let n = 0; n < 5; n++) join();
  hub.broadcast('clock', { n: 1 });
  const waited = hub.allNotified();
  hub.close();
  await waited;
});

test('a member gets messages in order: the dice before the winnings', async () => {
  const others = Array.from({ length: 4 }, () => join());
  const mira = join('mira');
  hub.broadcast('drawn', { n: 1 });
  hub.send('mira', 'balance', { n: 2 });
  expect(numbersOf(mira)).toEqual([1, 2]);
  await turns(5);
  expect(numbersOf(mira)).toEqual([1, 2]);
  for (const other of others) expect(numbersOf(other)).toEqual([1]);
});
