import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';
import { call, openServer, type TestServer } from './server.ts';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** All received bytes until the server closes the connection. */
function send(bytes: string): Promise<string> {
  const { port } = new URL(server.address);
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
  });
}

const JSON_TO = (path: string): string => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;

test.each([
  ['a version that is none', 'GET / HTTP/9.9\r\n\r\n'],
  ['a zero byte', '\u0000\r\n\r\n'],
  ['no host', 'GET /api/clock HTTP/1.1\r\n\r\n'],
  ['a head without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['a length below zero', `${JSON_TO('/api/slips')}content-length: -5\r\n\r\n{}`],
  ['two lengths', `${JSON_TO('/api/slips')}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['chunks that are none', `${JSON_TO('/api/session')}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ['chunks and a length', `${JSON_TO('/api/session')}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
])('what is hardly HTTP (%s) gets an answer or an end, and the next request is served', async (_, bytes) => {
  expect(await send(bytes)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  expect((await call(server, '/api/clock')).status).toBe(200);
});

test.each([
  ['a head that is too long', `GET /api/clock HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
  ['an unknown method', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['two hosts', 'GET /api/clock HTTP/1.1\r\nhost: x\r\nHost: evil.example\r\n\r\n', 400],
])(
  'what is hardly HTTP (%s) is refused under the headers of every answer, and hung up on',
  async (_, bytes, status) => {
    const stated = (await send(bytes)).toLowerCase();
    expect(stated).toMatch(new RegExp(`^http/1.1 ${status} `));
    for (const header of ['content-security-policy: ', 'x-content-type-options: nosniff', 'x-frame-options: deny']) {
      expect(stated).toContain(header);
    }
  },
);
