import { roundAt, timeOfRound } from '@tercet/fair';
import { localChain, signRound } from '../../../../dev/beacon/key.ts';
import { type Beacon, BeaconUnavailable } from '../../src/draw/worker/beacon.ts';
import type { TestClock } from './clock.ts';

/** A house-run beacon in this process. It signs by the test's clock. */
export interface TestBeacon extends Beacon {
  kind: 'local';
  /** The signature of any round, due or not, in hex. */
  sign(round: number): string;
  /** True: no relay answers. */
  down: boolean;
}

export const BEACON_KEY = new Uint8Array(32).fill(7);

export function testBeacon(clock: TestClock): TestBeacon {
  const chain = localChain(BEACON_KEY);
  const signed = new Map<number, string>();
  function sign(round: number): string {
    const signature = signed.get(round) ?? signRound(BEACON_KEY, round);
    signed.set(round, signature);
    return signature;
  }
  const beacon: TestBeacon = {
    kind: 'local',
    chain,
    down: false,
    sign,
    async roundSignature(round) {
      if (beacon.down) throw new BeaconUnavailable(['test: down']);
      if (timeOfRound(round, chain) * 1_000 > clock.nowMs()) return 'not-due';
      return { signature: sign(round) };
    },
    async latest() {
      if (beacon.down) throw new BeaconUnavailable(['test: down']);
      const round = roundAt(clock.nowMs() / 1_000, chain);
      return { round, signature: sign(round) };
    },
  };
  return beacon;
}
