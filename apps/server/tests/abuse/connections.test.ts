import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, placeOver, slipBody } from '../http/server.ts';
import { type Ground, openGround } from './ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 120_000);
afterAll(() => ground.close());

function open(bytes: string): Socket {
  const socket = connect(Number(new URL(ground.server.address).port), '127.0.0.1', () => socket.write(bytes));
  return socket.on('error', () => {});
}

/** Resolves when the socket is closed, for whatever reason. */
function closed(socket: Socket): Promise<unknown> {
  return socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve));
}

/** The received text until the server closes, or the timeout. */
async function untilClosed(bytes: string, ms = 3_000): Promise<{ got: string; isClosed: boolean }> {
  let got = '';
  const socket = open(bytes).on('data', (chunk) => {
    got += chunk;
  });
  const isClosed = await Promise.race([closed(socket).then(() => true), sleep(ms, false)]);
  socket.destroy();
  return { got, isClosed };
}

async function answersTo(bytes: string): Promise<string> {
  return (await untilClosed(bytes)).got;
}

const statusesIn = (text: string): string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

/** Request smuggling: a second request that a proxy may take for the body of the first. */
const HIDDEN = 'GET /api/hidden HTTP/1.1\r\nhost: x\r\n\r\n';
const POST = 'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

const SMUGGLED: readonly [string, string][] = [
  ['a length and chunks', `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks and a length', `${POST}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two lengths', `${POST}content-length: 2\r\ncontent-length: 44\r\n\r\n{}${HIDDEN}`],
  ['two lengths in one line', `${POST}content-length: 2, 44\r\n\r\n{}${HIDDEN}`],
  ['a length with a sign', `${POST}content-length: +2\r\n\r\n{}${HIDDEN}`],
  ['a length in hex', `${POST}content-length: 0x2\r\n\r\n{}${HIDDEN}`],
  ['an encoding that is spelled badly', `${POST}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['an encoding with a space before the colon', `${POST}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['an encoding in a folded line', `${POST}x: y\r\n transfer-encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two encodings', `${POST}transfer-encoding: identity\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two encodings in one line', `${POST}transfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['an encoding behind an empty one', `${POST}transfer-encoding: , chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  [
    'a foreign origin and an encoding that is spelled badly',
    `${POST}origin: http://evil.example\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['a tab for a space', `${POST}transfer-encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['lines that end with a line feed alone', `${POST.replaceAll('\r\n', '\n')}content-length: 2\n\n{}${HIDDEN}`],
  ['a carriage return within a name', `${POST}content\rlength: 2\r\n\r\n{}${HIDDEN}`],
  ['a zero within a value', `${POST}x: a\0b\r\ncontent-length: 2\r\n\r\n{}${HIDDEN}`],
  ['a chunk whose length is too long', `${POST}transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n{}${HIDDEN}`],
  ['two hosts', `GET /api/clock HTTP/1.1\r\nhost: x\r\nHost: evil.example\r\n\r\n${HIDDEN}`],
  ['a chunk with a sign', `${POST}transfer-encoding: chunked\r\n\r\n-1\r\n${HIDDEN}`],
  ['a chunk that ends elsewhere', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n${HIDDEN}`],
];

describe('a request in a request', () => {
  test.each(SMUGGLED)('is refused and ends the connection: %s', async (_, bytes) => {
    const { got, isClosed } = await untilClosed(bytes);
    expect(isClosed).toBe(true);
    expect(statusesIn(got).filter((status) => !/4\d\d/.test(status))).toEqual([]);
    // The hidden request would produce a second answer.
    expect(statusesIn(got).length).toBeLessThan(2);
    expect((await call(ground.server, '/api/clock')).status).toBe(200);
  });

  test('after one with a body that nobody reads is a request of its own', async () => {
    const body = '{"userName":"a","password":"b"}';
    const refused = `POST /api/nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const second = 'GET /api/clock HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const got = await answersTo(refused + second);
    expect(statusesIn(got).at(-1)).toBe('HTTP/1.1 200');
  });
});

describe('too much', () => {
  test.each([
    ['an address of 17 kB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['a header of 20 kB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['3,000 headers', `GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(3_000)}\r\n`],
    ['2,000 cookies', `GET /api/me HTTP/1.1\r\nhost: x\r\ncookie: ${'a=b; '.repeat(4_000)}\r\n\r\n`],
  ])('is refused at once: %s', async (_, bytes) => {
    expect(statusesIn(await answersTo(bytes)).filter((status) => !/4\d\d/.test(status))).toEqual([]);
  });

  test('a body of a gigabyte by its length is refused before it comes', async () => {
    const got = await answersTo(`${POST}origin: http://x\r\ncontent-length: 1073741824\r\n\r\n{`);
    expect(statusesIn(got)).toEqual(['HTTP/1.1 413']);
  });

  test('a body without an end is cut off at its limit, and keeps no memory', async () => {
    const before = process.memoryUsage().rss;
    const socket = open(`${POST}origin: http://x\r\ntransfer-encoding: chunked\r\n\r\n`);
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    for (let n = 0; n < 500 && !socket.destroyed; n++) {
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed(socket)]);
    }
    socket.destroy();
    expect(statusesIn(got).filter((status) => !/4\d\d/.test(status))).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  });

  test('deep JSON is a refusal, not a stack', async () => {
    const deep = `${'['.repeat(400)}${']'.repeat(400)}`;
    expect((await call(ground.server, '/api/session', { body: deep })).status).toBe(400);
  });
});

const SLOW_MANY = 600;

describe('slow callers', () => {
  test('who never end their head, their body, or never read, keep no member from betting', async () => {
    const { club, table, server } = ground;
    const heads = Array.from({ length: SLOW_MANY }, () => open('GET /api/clock HTTP/1.1\r\nhost: x\r\nx: '));
    const bodies = Array.from({ length: SLOW_MANY }, () => open(`${POST}content-length: 1000\r\n\r\n{`));
    const deaf = Array.from({ length: SLOW_MANY }, () => open(HOUSE_TWENTY_TIMES).pause());
    await sleep(1_000);
    const cookie = (await ground.cookieOf('member')) ?? '';
    const member = { cookie } as Parameters<typeof placeOver>[1];
    for (let n = 0; n < 20; n++) {
      const placed = await placeOver(server, member, slipBody(table, [{ bet: 'odd', stakeMinor: 100n }]));
      expect(placed.status).toBe(201);
    }
    const { rows } = await club.pool.query(`select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Client' and state = 'idle in transaction'`);
    expect(rows).toEqual([{ n: 0 }]);
    for (const socket of [...heads, ...bodies, ...deaf]) socket.destroy();
  }, 120_000);

  test('are shown out: a head or a body that does not come within the half minute ends its connection', async () => {
    const slow = [open('GET /api/clock HTTP/1.1\r\nhost: x\r\nx: '), open(`${POST}content-length: 10\r\n\r\n{`)];
    const ended = slow.map(closed);
    const dripping = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('y');
    }, 5_000);
    // Node checks for slow connections every 30 seconds, so closing takes up to a minute.
    await Promise.all(ended);
    clearInterval(dripping);
  }, 90_000);
});

const HOUSE_TWENTY_TIMES = 'GET /api/house HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20);
