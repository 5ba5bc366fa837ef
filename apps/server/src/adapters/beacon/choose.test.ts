import { chainKind, localChainHash, QUICKNET, timeOfRound } from '@tercet/fair';
import { afterEach, expect, test } from 'vitest';
import { BeaconUnavailable } from '../../draw/worker/beacon.ts';
import { chooseBeacon } from './choose.ts';
import { type FakeRelay, honest, NEWEST_KNOWN_ROUND, saying, startFakeRelay } from './fake-relay.ts';
import { localBeacon } from './local.ts';

const GENESIS = 1_767_225_600;
const LOCAL_INFO = {
  public_key: QUICKNET.publicKey,
  period: 3,
  genesis_time: GENESIS,
  chain_hash: localChainHash(QUICKNET.publicKey, GENESIS, 3),
  scheme: QUICKNET.scheme,
  beacon_id: 'local',
};
/** The time at which the honest relay's newest round is current. */
const now = () => timeOfRound(NEWEST_KNOWN_ROUND, QUICKNET) * 1_000;
const NOWHERE = 'http://127.0.0.1:1';
const relays: FakeRelay[] = [];

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

async function start(...args: Parameters<typeof startFakeRelay>): Promise<string> {
  const relay = await startFakeRelay(...args);
  relays.push(relay);
  return relay.url;
}

test('the local beacon is taken with the chain of its key', async () => {
  const beacon = await localBeacon(await start(saying(LOCAL_INFO)));
  expect(beacon.kind).toBe('local');
  expect(chainKind(beacon.chain)).toBe('local');
});

test.each([
  ['quicknet’s hash', { ...LOCAL_INFO, chain_hash: QUICKNET.hash }],
  ['quicknet itself', { ...LOCAL_INFO, chain_hash: QUICKNET.hash, genesis_time: QUICKNET.genesis }],
  ['another hash', { ...LOCAL_INFO, chain_hash: '0'.repeat(64) }],
  ['another genesis', { ...LOCAL_INFO, genesis_time: GENESIS + 3 }],
  ['another scheme', { ...LOCAL_INFO, scheme: 'pedersen-bls-chained' }],
  ['nothing', null],
])('a local beacon with %s is refused', async (_name, info) => {
  await expect(localBeacon(await start(saying(info)))).rejects.toBeInstanceOf(BeaconUnavailable);
});

test('a local beacon that is down is an outage', async () => {
  await expect(chooseBeacon({ mode: 'local', localUrl: NOWHERE })).rejects.toBeInstanceOf(BeaconUnavailable);
});

test('auto takes drand when any relay answers, though others hang', async () => {
  const hanging = await start(() => undefined);
  const answering = await start(honest);
  const beacon = await chooseBeacon({ mode: 'auto', localUrl: NOWHERE, relays: [hanging, answering], now });
  expect(beacon.chain).toEqual(QUICKNET);
});

test('auto takes local when no relay answers truly in time', async () => {
  const localUrl = await start(saying(LOCAL_INFO));
  const hanging = await start(() => undefined);
  const lying = await start(saying({ round: 5, signature: '00'.repeat(48) }));
  const beacon = await chooseBeacon({ mode: 'auto', localUrl, relays: [hanging, lying, NOWHERE], autoTimeoutMs: 100 });
  expect(beacon.kind).toBe('local');
});

test('drand and local are taken at their word', async () => {
  const localUrl = await start(saying(LOCAL_INFO));
  const relay = await start(honest);
  expect((await chooseBeacon({ mode: 'drand', localUrl, relays: [NOWHERE] })).kind).toBe('drand');
  expect((await chooseBeacon({ mode: 'local', localUrl, relays: [relay] })).kind).toBe('local');
  expect(relays[1]?.requests).toEqual([]);
});
