import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openServer, type TestServer } from '../http/server.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import { type Ground, openGround } from './ground.ts';

const PER_ADDRESS = 40;
const PER_MEMBER = 16;

let ground: Ground;
let server: TestServer;
beforeAll(async () => {
  ground = await openGround();
  server = await openServer(ground.club, { streamsPerAddress: PER_ADDRESS });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await ground.close();
});

async function openMany(count: number, cookie?: string): Promise<StreamClient[]> {
  return Promise.all(Array.from({ length: count }, () => openStream(server.address, cookie ? { cookie } : {})));
}

function close(streams: readonly StreamClient[]): Promise<unknown> {
  for (const { socket } of streams) socket.destroy();
  return Promise.all(streams.map(({ ended }) => ended));
}

/** Status of another stream, which is closed at once. */
async function oneMore(cookie?: string): Promise<number> {
  const aborting = new AbortController();
  const headers = cookie === undefined ? {} : { cookie };
  const answer = await fetch(`${server.address}/api/stream`, { headers, signal: aborting.signal });
  aborting.abort();
  return answer.status;
}

/** Polls, since the server notices a closed socket a moment later. */
async function untilStatus(status: number, cookie?: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if ((await oneMore(cookie)) === status) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no stream answers ${status}`);
}

test('one address takes its own places and no more, and gets them back', async () => {
  const streams = await openMany(PER_ADDRESS);
  const answer = await call(server, '/api/stream');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'busy' });
  await close(streams);
  await untilStatus(200);
});

test('one member takes sixteen, from however many addresses, and another has their own', async () => {
  const [one, other] = [await ground.cookieOf('member'), await ground.cookieOf('member')] as [string, string];
  const streams = await openMany(PER_MEMBER, one);
  expect(await oneMore(one)).toBe(503);
  await untilStatus(200, other);
  await close(streams);
  await untilStatus(200, one);
});

test('opening and breaking off a thousand times leaves no place taken', async () => {
  for (let turn = 0; turn < 50; turn++) {
    const streams = await openMany(20);
    await close(streams);
    await untilStatus(200);
  }
  const streams = await openMany(PER_ADDRESS - 1);
  await untilStatus(200);
  await close(streams);
}, 120_000);
