import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import { advance, diceOf, periodIn, winOf } from '../draw/drawing.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openStream, type StreamClient, type StreamEvent, type StreamOptions } from './stream-client.ts';

const CROWD = 1_000;

let club: Club;
let table: OpenTable;
let server: TestServer;
let streams: StreamClient[] = [];
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
});
beforeEach(async () => {
  // Late in a period, so that earlier ones are finished.
  await club.at((table.schedule().period + 2) * 30_000 + 20_000);
  await advance(club, table);
});
afterEach(() => {
  for (const { socket } of streams.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function open(options: StreamOptions = {}, of: TestServer = server): Promise<StreamClient> {
  const stream = await openStream(of.address, options);
  streams.push(stream);
  return stream;
}

async function newMember(credits = 10_000n): Promise<SignedIn> {
  return signIn(club, await club.member({ credits }));
}

function about(name: string, period: Period) {
  return ({ event, data }: StreamEvent): boolean => event === name && data.drawId === period.drawId;
}

async function play(): Promise<Period> {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await club.at(period.draws * 1_000);
  await advance(club, table);
  return period;
}

test('a thousand clients each get each message once, in order', async () => {
  streams = await Promise.all(Array.from({ length: CROWD }, () => openStream(server.address)));
  const period = await play();
  await Promise.all(streams.map((stream) => stream.until(about('settled', period))));
  const isOfDraw = ({ event, data }: StreamEvent) => event !== 'period' && data.drawId === period.drawId;
  const reported = streams.map(({ events }) => events.filter(isOfDraw));
  expect(reported[0]?.map(({ event }) => event)).toEqual(['sealed', 'drawn', 'settled']);
  expect(reported[0]?.[1]?.data.dice).toEqual(diceOf(club, period));
  expect(new Set(reported.map((events) => JSON.stringify(events))).size).toBe(1);
});

test('a client that was away gets what it missed, and nothing that it had', async () => {
  const first = await open();
  const before = await play();
  const last = await first.until(about('settled', before));
  first.socket.destroy();
  const missed = await play();
  const { events, until } = await open({ lastEventId: last.id ?? '' });
  const after = await play();
  await until(about('settled', after));
  const draws = events.filter(({ event }) => event !== 'clock' && event !== 'period');
  expect(draws.map(({ event, data }) => `${event} ${data.drawId}`)).toEqual(
    [missed, after].flatMap(({ drawId }) => ['sealed', 'drawn', 'settled'].map((event) => `${event} ${drawId}`)),
  );
});

test('one that was with another process before starts anew', async () => {
  const other = await openServer(club);
  const there = await open({}, other);
  const { events } = await open({ lastEventId: there.events[0]?.id ?? '' });
  expect(events[0]).toMatchObject({ event: 'reset' });
  await other.stop();
});

describe('a member’s own balance', () => {
  test('follows their bet and its settlement on all their screens, and on nobody else’s', async () => {
    const [mira, tomas] = await Promise.all([newMember(), newMember()]);
    const [phone, desk, other, visitor] = [
      await open({ cookie: mira.cookie }),
      await open({ cookie: mira.cookie }),
      await open({ cookie: tomas.cookie }),
      await open(),
    ];
    const period = periodIn(club, table);
    const bets = [
      { bet: 'small', stakeMinor: 1_000n },
      { bet: 'big', stakeMinor: 2_000n },
    ] as const;
    const answer = await placeOver(server, mira, slipBody(table, bets));
    const { slip } = (await answer.json()) as { slip: { id: string } };
    for (const { until } of [phone, desk]) {
      const { data } = await until(({ event }) => event === 'balance');
      expect(data).toMatchObject({ availableMinor: '7000', slipsSettled: [] });
    }
    await play();
    const win = winOf(club, { prepared: { selections: bets, table: table.table } } as never, period);
    for (const { events, until } of [phone, desk]) {
      await until(about('settled', period));
      const own = events.filter(({ event }) => event === 'balance');
      expect(own).toHaveLength(2);
      expect(own[1]?.data).toEqual({
        availableMinor: String(7_000n + win),
        heldMinor: '0',
        slipsSettled: [{ slipId: slip.id, drawId: period.drawId, state: 'won', payoutMinor: String(win) }],
      });
    }
    for (const { events, until } of [other, visitor]) {
      await until(about('settled', period));
      expect(events.filter(({ event }) => event === 'balance')).toEqual([]);
    }
  });

  test('gets no messages after signing out, wherever their streams are', async () => {
    const elsewhere = await openServer(club);
    const [mira, tomas] = await Promise.all([newMember(), newMember()]);
    const mine = [await open({ cookie: mira.cookie }), await open({ cookie: mira.cookie }, elsewhere)];
    const his = await open({ cookie: tomas.cookie });
    expect((await call(server, '/api/session', { method: 'DELETE', cookie: mira.cookie })).status).toBe(204);
    // The stream of the session that signed out ends at once: it gets no later events.
    const period = await play();
    await his.until(about('settled', period));
    expect(mine[0]?.events.filter(({ data }) => data.drawId === period.drawId)).toEqual([]);
    await Promise.all(mine.map(({ ended }) => ended));
    const again = await open({ cookie: mira.cookie });
    expect(again.events).toMatchObject([{ event: 'reset' }]);
    await elsewhere.stop();
  });

  test('still gets messages on their other phone after signing out of one', async () => {
    const elsewhere = await openServer(club);
    const mira = await newMember();
    const other = await signIn(club, mira);
    const ended = [await open({ cookie: mira.cookie }), await open({ cookie: mira.cookie }, elsewhere)];
    const stored = [await open({ cookie: other.cookie }), await open({ cookie: other.cookie }, elsewhere)];
    expect((await call(server, '/api/session', { method: 'DELETE', cookie: mira.cookie })).status).toBe(204);
    await Promise.all(ended.map((stream) => stream.ended));
    const period = await play();
    for (const stream of stored) await stream.until(about('settled', period));
    await elsewhere.stop();
  });
});

test('a client that breaks off in the middle of its request harms nobody', async () => {
  const { port } = new URL(server.address);
  const steady = await open();
  for (let n = 0; n < 20; n++) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.resetAndDestroy());
    });
    await new Promise((resolve) => socket.on('close', resolve));
  }
  const period = await play();
  await steady.until(about('settled', period));
});

describe('a connection that is a stream', () => {
  test.each([
    ['another request', 'GET /api/lotteries HTTP/1.1\r\nhost: club\r\n\r\n'],
    ['another stream', 'GET /api/stream HTTP/1.1\r\nhost: club\r\n\r\n'],
    ['what is no request', 'nothing like it\r\n\r\n'],
  ])('ends at %s, and nothing but messages was in it', async (_name, words) => {
    const stream = await open();
    const heard: string[] = [];
    stream.socket.on('data', (text) => heard.push(String(text)));
    stream.socket.write(words);
    await stream.ended;
    expect(heard.join('')).not.toContain('HTTP/1.1');
  });

  test('is let go when its client goes', async () => {
    const { socket, ended } = await open();
    socket.end();
    await ended;
  });
});

test('a server that stops ends its streams', async () => {
  const stopping = await openServer(club);
  const opened = await Promise.all([open({}, stopping), open({ cookie: (await newMember()).cookie }, stopping)]);
  const idle = connect(Number(new URL(stopping.address).port), '127.0.0.1');
  await new Promise((resolve) => idle.on('connect', resolve));
  await stopping.stop();
  await Promise.all(opened.map(({ ended }) => ended));
  idle.destroy();
});
