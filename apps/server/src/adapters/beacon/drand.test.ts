import type { RequestListener } from 'node:http';
import { QUICKNET } from '@tercet/fair';
import { afterEach, describe, expect, test } from 'vitest';
import { BeaconUnavailable } from '../../draw/worker/beacon.ts';
import { drandBeacon } from './drand.ts';
import { type FakeRelay, honest, KNOWN_ROUNDS, NEWEST_KNOWN_ROUND, saying, startFakeRelay } from './fake-relay.ts';

const relays: FakeRelay[] = [];
const silent: RequestListener = () => undefined;
const signatureOf42 = KNOWN_ROUNDS.get(42);
/** The right answer behind a redirect. */
const elsewhere: RequestListener = (request, response) => {
  if (request.url === '/elsewhere') response.end(JSON.stringify({ round: 42, signature: signatureOf42 }));
  else response.writeHead(302, { location: '/elsewhere' }).end();
};

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

async function beaconOver(...listeners: RequestListener[]) {
  for (const listener of listeners) relays.push(await startFakeRelay(listener));
  return drandBeacon({ relays: relays.map(({ url }) => url), requestTimeoutMs: 200 });
}

test('an honest relay gives the signature of the round asked for', async () => {
  const beacon = await beaconOver(honest);
  expect(beacon).toMatchObject({ kind: 'drand', chain: QUICKNET });
  expect(await beacon.roundSignature(42)).toEqual({ signature: signatureOf42 });
  expect(relays[0]?.requests).toEqual([`/${QUICKNET.hash}/public/42`]);
});

test('the newest round is verified too', async () => {
  const newest = { round: NEWEST_KNOWN_ROUND, signature: KNOWN_ROUNDS.get(NEWEST_KNOWN_ROUND) };
  expect(await (await beaconOver(honest)).latest()).toEqual(newest);
  const liar = await beaconOver(saying({ ...newest, round: NEWEST_KNOWN_ROUND + 1 }));
  expect(await liar.latest()).toEqual(newest);
});

test('a round that is not due is said to be so', async () => {
  expect(await (await beaconOver(honest, honest)).roundSignature(999)).toBe('not-due');
});

describe('a bad relay is passed over', () => {
  const signature = signatureOf42;
  const bad: [string, RequestListener][] = [
    ['with another round', saying({ round: 1, signature: KNOWN_ROUNDS.get(1) })],
    ['with the signature of another round', saying({ round: 42, signature: KNOWN_ROUNDS.get(1) })],
    ['with a round as text', saying({ round: '42', signature })],
    ['with the signature in upper case', saying({ round: 42, signature: signature?.toUpperCase() })],
    ['without a signature', saying({ round: 42 })],
    ['with null', saying('null')],
    ['with no JSON', saying('<html>')],
    ['with nothing', saying('')],
    ['with a huge answer', saying({ round: 42, signature, padding: 'x'.repeat(100_000) })],
    ['with an endless answer', (_, response) => void setInterval(() => response.write(' '.repeat(2_000)), 1).unref()],
    ['that sends elsewhere', elsewhere],
    ['that fails', (_, response) => response.writeHead(500).end()],
    ['that says "not found"', (_, response) => response.writeHead(404).end()],
    ['that lies that it is early', (_, response) => response.writeHead(425).end()],
    ['that hangs up', (request) => request.socket.destroy()],
    ['that never answers', silent],
    ['that stops half-way', (_, response) => void response.writeHead(200).write('{"round":42,')],
  ];

  test.each(bad)('%s', async (_name, listener) => {
    const beacon = await beaconOver(listener, honest);
    expect(await beacon.roundSignature(42)).toEqual({ signature });
    expect(relays[1]?.requests).toHaveLength(1);
  });
});

test('an unused address is passed over', async () => {
  relays.push(await startFakeRelay(honest));
  const beacon = drandBeacon({ relays: ['http://127.0.0.1:1', relays[0]?.url ?? ''] });
  expect(await beacon.roundSignature(42)).toEqual({ signature: signatureOf42 });
});

test('a relay that answered well is asked first from then on', async () => {
  const beacon = await beaconOver(silent, honest);
  await beacon.roundSignature(42);
  await beacon.roundSignature(1);
  expect(relays.map(({ requests }) => requests.length)).toEqual([1, 2]);
});

test('when all are down, it says what each did', async () => {
  const beacon = await beaconOver(silent, saying({ round: 1, signature: KNOWN_ROUNDS.get(1) }));
  const failure = await beacon.roundSignature(42).catch((error) => error);
  expect(failure).toBeInstanceOf(BeaconUnavailable);
  expect(failure.faults).toEqual([
    expect.stringContaining('timeout'),
    expect.stringContaining('received a different round than requested'),
  ]);
});

test('the caller can stop it', async () => {
  const beacon = await beaconOver(silent, honest);
  await expect(beacon.roundSignature(42, AbortSignal.timeout(20))).rejects.toThrow('timeout');
  expect(relays[1]?.requests).toHaveLength(0);
});
