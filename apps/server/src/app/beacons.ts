import type { Chain } from '@tercet/fair';
import { drandBeacon } from '../adapters/beacon/drand.ts';
import { localBeaconOf } from '../adapters/beacon/local.ts';
import type { Config } from '../config/config.ts';
import type { Beacon } from '../draw/worker/beacon.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

/**
 * Beacons by the chains that tables name, created on demand. The tables choose them, not the configuration. Nothing is
 * requested here: a draw must start and seal while its beacon is down.
 */
export function beaconsOf(catalogue: () => Catalogue, config: Config) {
  const made = new Map<string, Beacon>();

  function beaconOf(table: HouseTable): Beacon {
    const { chain, entry } = table;
    const beacon = made.get(chain.hash) ?? newBeacon(chain, entry.beacon_kind, config);
    made.set(chain.hash, beacon);
    return beacon;
  }

  return {
    /** Beacon of a chain that any table names, including former tables, whose draws may still be pending. */
    of(chainHash: string): Beacon | null {
      const tables = catalogue().lotteries.flatMap((lottery) => lottery.tables);
      const table = tables.find(({ chain }) => chain.hash === chainHash);
      return table ? beaconOf(table) : null;
    },
    /** Beacons of each lottery's newest table, in force or upcoming. */
    current(): Beacon[] {
      const tables = catalogue().lotteries.flatMap((lottery) => lottery.tables.at(-1) ?? []);
      return [...new Set(tables.map(beaconOf))];
    },
  };
}

function newBeacon(chain: Chain, kind: Beacon['kind'], config: Config): Beacon {
  return kind === 'drand' ? drandBeacon() : localBeaconOf(chain, config.localBeaconUrl);
}
