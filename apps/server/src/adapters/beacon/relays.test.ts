import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { QUICKNET, roundAt } from '@tercet/fair';
import { afterEach, describe, expect, test } from 'vitest';
import { localChain, signRound } from '../../../../../dev/beacon/key.ts';
import { chooseBeacon } from './choose.ts';
import { drandBeacon } from './drand.ts';
import { type FakeRelay, honest, NEWEST_KNOWN_ROUND, startFakeRelay } from './fake-relay.ts';

const KEY = new Uint8Array(32).fill(9);
const CHAIN = localChain(KEY);
/** Late enough in a round that a relay has published it. */
const NOW_MS = Date.UTC(2026, 10, 26, 12, 0, 2, 500);
const NEWEST = roundAt(NOW_MS / 1_000, CHAIN);
const ROUNDS_IN_TEN_MINUTES = 200;
/** Hedge times: one that no local answer reaches, and one that a slow relay exceeds. */
const [NEVER_HEDGED_MS, HEDGE_MS, SLOW_MS] = [10_000, 50, 1_500];

const relays: FakeRelay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

function answer(response: ServerResponse, round: number): void {
  response.end(JSON.stringify({ round, randomness: '', signature: signRound(KEY, round) }));
}

/** A relay that knows all rounds up to `behind` rounds before the newest. */
function relayBehind(behind: number): RequestListener {
  return (request, response) => {
    const newest = NEWEST - behind;
    const wanted = wantedBy(request);
    if (wanted !== 'latest' && wanted > newest) response.writeHead(425).end();
    else answer(response, wanted === 'latest' ? newest : wanted);
  };
}

function wantedBy(request: IncomingMessage): number | 'latest' {
  const word = request.url?.split('/').at(-1) ?? '';
  return word === 'latest' ? word : Number(word);
}

/** Answers with one listener after the other, in a loop. */
function alternating(...listeners: RequestListener[]): RequestListener {
  let turn = 0;
  return (request, response) => listeners[turn++ % listeners.length]?.(request, response);
}

const current = relayBehind(0);
const slow: RequestListener = (request, response) => void setTimeout(() => current(request, response), SLOW_MS).unref();
const limited: RequestListener = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end();
/** A valid signature of the previous round. */
const wrong: RequestListener = (_, response) =>
  response.end(JSON.stringify({ round: NEWEST, signature: signRound(KEY, NEWEST - 1) }));

async function beaconOver(
  listeners: RequestListener[],
  { hedgeMs = NEVER_HEDGED_MS, now = () => NOW_MS }: { hedgeMs?: number; now?: () => number } = {},
) {
  for (const listener of listeners) relays.push(await startFakeRelay(listener));
  return drandBeacon({ chain: CHAIN, relays: relays.map(({ url }) => url), hedgeMs, now });
}

function requestCounts(): number[] {
  return relays.map(({ requests }) => requests.length);
}

describe('the newest round comes from a relay that keeps up, which is asked first from then on', () => {
  test.each<[what: string, listener: RequestListener]>([
    ['ten minutes late', relayBehind(ROUNDS_IN_TEN_MINUTES)],
    ['an hour late', relayBehind(1_200)],
    ['stuck at the first round', relayBehind(NEWEST - 1)],
    ['two rounds late', relayBehind(2)],
    ['one round late', relayBehind(1)],
    ['rate-limiting', limited],
    ['wrong', wrong],
    ['late every other time', alternating(relayBehind(ROUNDS_IN_TEN_MINUTES), current)],
    ['late, then rate-limiting', alternating(relayBehind(ROUNDS_IN_TEN_MINUTES), limited)],
    ['not found', (_, response) => void response.writeHead(404).end()],
    ['early', (_, response) => void response.writeHead(425).end()],
    ['hanging up', (request) => void request.socket.destroy()],
  ])('the first one is %s', async (_, listener) => {
    const beacon = await beaconOver([listener, current]);
    for (let turn = 0; turn < 4; turn += 1) expect((await beacon.latest()).round).toBe(NEWEST);
    expect(requestCounts()).toEqual([1, 4]);
  });

  test('the first one is slow: the next one is asked meanwhile', async () => {
    const beacon = await beaconOver([slow, current], { hedgeMs: HEDGE_MS });
    expect((await beacon.latest()).round).toBe(NEWEST);
    expect((await beacon.latest()).round).toBe(NEWEST);
    expect(requestCounts()).toEqual([1, 2]);
  });

  test('the only relay that keeps up comes last', async () => {
    const old = relayBehind(ROUNDS_IN_TEN_MINUTES);
    const beacon = await beaconOver([old, limited, wrong, relayBehind(3), current]);
    expect((await beacon.latest()).round).toBe(NEWEST);
    expect(requestCounts()).toEqual([1, 1, 1, 1, 1]);
  });

  test('two that keep up only every other time, in turn', async () => {
    const old = relayBehind(ROUNDS_IN_TEN_MINUTES);
    const beacon = await beaconOver([alternating(old, current), alternating(current, old), current]);
    for (let turn = 0; turn < 6; turn += 1) expect((await beacon.latest()).round).toBe(NEWEST);
  });
});

describe('no relay keeps up', () => {
  test('the newest of all is given, whatever the order', async () => {
    const beacon = await beaconOver([relayBehind(7), relayBehind(300), relayBehind(5), relayBehind(90)]);
    expect((await beacon.latest()).round).toBe(NEWEST - 5);
    expect((await beacon.latest()).round).toBe(NEWEST - 5);
  });

  test('all are asked every fifteen seconds, not every time: the clock may be wrong', async () => {
    let nowMs = NOW_MS + 60_000;
    const beacon = await beaconOver([relayBehind(2), current], { now: () => nowMs });
    for (let turn = 0; turn < 4; turn += 1) expect((await beacon.latest()).round).toBe(NEWEST);
    expect(requestCounts()).toEqual([1, 4]);
    nowMs += 15_000;
    await beacon.latest();
    expect(requestCounts()).toEqual([2, 5]);
  });
});

describe('the signature of one round', () => {
  test('is taken from a relay that has it, when others have not heard of it yet', async () => {
    const beacon = await beaconOver([relayBehind(ROUNDS_IN_TEN_MINUTES), relayBehind(1), current]);
    expect(await beacon.roundSignature(NEWEST)).toEqual({ signature: signRound(KEY, NEWEST) });
    expect(await beacon.roundSignature(NEWEST)).toEqual({ signature: signRound(KEY, NEWEST) });
    expect(requestCounts()).toEqual([1, 1, 2]);
  });

  test('does not wait for a slow relay', async () => {
    const beacon = await beaconOver([slow, current], { hedgeMs: HEDGE_MS });
    expect(await beacon.roundSignature(NEWEST - 9)).toEqual({ signature: signRound(KEY, NEWEST - 9) });
    expect(requestCounts()).toEqual([1, 1]);
  });
});

test('a first table takes the public beacon only where a relay has a current round', async () => {
  const relay = await startFakeRelay(honest);
  relays.push(relay);
  const choice = { mode: 'auto', localUrl: 'http://127.0.0.1:1', relays: [relay.url] } as const;
  const timeMs = (QUICKNET.genesis + (NEWEST_KNOWN_ROUND - 1) * QUICKNET.period) * 1_000;
  expect((await chooseBeacon({ ...choice, now: () => timeMs + 500 })).kind).toBe('drand');
  // The local beacon is chosen and is down.
  await expect(chooseBeacon({ ...choice, now: () => timeMs + 600_000 })).rejects.toThrow('127.0.0.1:1');
});
