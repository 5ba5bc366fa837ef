import type { Chain } from '@tercet/fair';

/** A verified signature in lower-case hex. `not-due`: the round's time has not come by the beacon's own clock. */
export type RoundAnswer = { signature: string } | 'not-due';

/** A source of beacon rounds. Every returned signature is verified against `chain`. Nothing is cached. */
export interface Beacon {
  /** The house runs a `local` beacon. The holder of its key could predict or withhold rounds. */
  kind: 'drand' | 'local';
  chain: Chain;
  /** Throws a `BeaconUnavailable` if no relay gives a valid answer. */
  roundSignature(round: number, signal?: AbortSignal): Promise<RoundAnswer>;
  /** The newest round known to a relay, verified. Throws a `BeaconUnavailable` like `roundSignature`. */
  latest(signal?: AbortSignal): Promise<{ round: number; signature: string }>;
}

/** No relay gave a valid answer. `faults` holds one reason per relay. The call may be retried later. */
export class BeaconUnavailable extends Error {
  override name = 'BeaconUnavailable';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`no valid answer from the beacon: ${faults.join('; ')}`);
    this.faults = faults;
  }
}
