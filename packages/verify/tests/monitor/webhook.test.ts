import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawOf, ORIGIN } from '../../../fair/tests/book-kit.ts';
import { FIRST, type Monitored, MonitoredClub } from '../kit/monitored.ts';

let club: MonitoredClub;
let server: Server;
let received: Record<string, unknown>[];
/** Statuses of the next answers; then 204. */
let statuses: number[];
beforeEach(async () => {
  club = await MonitoredClub.start(2);
  received = [];
  statuses = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      expect(request).toMatchObject({ method: 'POST', url: '/hook/?key=1' });
      expect(request.headers['content-type']).toBe('application/json');
      received.push(JSON.parse(body));
      const status = statuses.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: `${club.url}/elsewhere` } : {}).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await club.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const hook = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/?key=1`;
const called = () => club.monitor(['--allow-local', '--webhook', hook()]);

async function delivered({ monitor }: Monitored): Promise<void> {
  await monitor.watch();
  await monitor.webhook?.deliver();
}

test('a breach, something overdue and its end are delivered once, in order, with the fields of the printed lines', async () => {
  const watching = await called();
  await watching.steps();
  club.draw(1);
  club.at(2, 61);
  await watching.steps();
  await delivered(watching);
  club.play(2);
  await watching.steps();
  await delivered(watching);
  expect(received.map(({ event, code }) => [event, code])).toEqual([
    ['alarm', 'drawn-twice'],
    ['alarm', 'overdue'],
    ['resolved', 'overdue'],
  ]);
  expect(received[0]).toEqual({
    version: 1,
    event: 'alarm',
    club: club.url,
    origin: ORIGIN,
    id: 'drawn-twice/5',
    kind: 'breach',
    code: 'drawn-twice',
    subject: drawOf(FIRST + 1).drawId,
    seq: 5,
    text: 'the draw was made twice',
    since: expect.stringMatching(/^2026-/),
    resolved: null,
  });
  const overdue = `overdue/${drawOf(FIRST + 2).drawId}`;
  const lines = watching.printed.filter(({ event }) => event === 'webhook');
  expect(lines.map(({ id, of, result }) => [id, of, result])).toEqual([
    ['drawn-twice/5', 'alarm', 'delivered'],
    [overdue, 'alarm', 'delivered'],
    [overdue, 'resolved', 'delivered'],
  ]);
  // What is only missing is no reason to call.
  club.hidden = /checkpoint/;
  expect(await watching.steps()).toEqual(['no-checkpoint']);
  await delivered(watching);
  expect(received).toHaveLength(3);
});

test('is repeated with growing pauses until it is accepted, over a restart', async () => {
  statuses = [500, 302, 204, 404];
  const watching = await called();
  await watching.steps();
  club.draw(1);
  await watching.steps();
  await delivered(watching);
  club.at(2, 61);
  await watching.steps();
  await delivered(watching);
  await delivered(watching);
  // The second attempt is a redirect, which is not followed; the third one waits for four seconds. Another alarm does
  // not wait for it.
  expect(received.map(({ code }) => code)).toEqual(['drawn-twice', 'drawn-twice', 'overdue']);
  expect(club.asked).not.toContain('/elsewhere');
  watching.close();
  const second = await called();
  await delivered(second);
  expect(received).toHaveLength(3);
  club.nowMs += 4000;
  await delivered(second);
  club.nowMs += 7999;
  await delivered(second);
  expect(received).toHaveLength(4);
  club.nowMs += 1;
  await delivered(second);
  expect(received.map(({ code }) => code)).toEqual([
    'drawn-twice',
    'drawn-twice',
    'overdue',
    'drawn-twice',
    'drawn-twice',
  ]);
  const [first] = received;
  expect(received.filter(({ code }) => code === 'drawn-twice')).toEqual([first, first, first, first]);
  expect(second.printed.at(-1)).toMatchObject({ event: 'webhook', result: 'delivered', attempts: 4 });
});

test('the end of an alarm waits until its beginning was accepted', async () => {
  statuses = [500];
  const watching = await called();
  await watching.steps();
  club.at(2, 61);
  await watching.steps();
  await delivered(watching);
  club.play(2);
  await watching.steps();
  await delivered(watching);
  expect(received.map(({ event }) => event)).toEqual(['alarm']);
  club.nowMs += 60_000;
  await delivered(watching);
  expect(received.map(({ event }) => event)).toEqual(['alarm', 'alarm', 'resolved']);
});

test('a receiver that does not answer is asked once in a round', async () => {
  const watching = await called();
  await watching.steps();
  club.draw(1);
  club.at(2, 61);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await watching.steps();
  await delivered(watching);
  const tries = watching.printed.filter(({ event }) => event === 'webhook');
  expect(tries).toMatchObject([{ id: 'drawn-twice/5', result: 'failed' }]);
});

describe('an address of this machine or network', () => {
  test('is refused when it is typed, unless it is allowed', () => {
    expect(() => club.options(['--webhook', hook()])).toThrow('--allow-local');
    expect(club.options(['--webhook', hook(), '--allow-local']).webhook).toBe(hook());
  });

  test('is refused when a name leads to it', async () => {
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const watching = await club.monitor(['--webhook', 'http://hook.example/hook/?key=1'], { lookup });
    club.draw(1);
    await watching.steps();
    await delivered(watching);
    expect(received).toEqual([]);
    expect(watching.printed.at(-1)).toMatchObject({
      result: 'failed',
      why: expect.stringContaining('a local address'),
    });
  });
});
