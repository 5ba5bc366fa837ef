import type { Chain } from '@tercet/fair';

/** A verified signature in lower-case hex. `not-due`: the round's time has not come, by the beacon's own clock. */
export type RoundAnswer = { signature: string } | 'not-due';

/** A source of beacon rounds. Every signature it hands out is verified against `chain`; nothing is cached. */
export interface Beacon {
  /** `local` is house-run: whoever holds its key could foresee or withhold. */
  kind: 'drand' | 'local';
  chain: Chain;
  /** Throws a `BeaconUnavailable` when no relay gives a valid answer. */
  roundSignature(round: number, signal?: AbortSignal): Promise<RoundAnswer>;
  /** The newest round that a relay knows, verified. Throws a `BeaconUnavailable` like `roundSignature`. */
  latest(signal?: AbortSignal): Promise<{ round: number; signature: string }>;
}

/** No relay gave a valid answer; `faults` says what each of them did. Trying again later is right. */
export class BeaconUnavailable extends Error {
  override name = 'BeaconUnavailable';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`no valid answer from the beacon: ${faults.join('; ')}`);
    this.faults = faults;
  }
}
