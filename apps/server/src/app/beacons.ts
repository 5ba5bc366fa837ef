import type { Chain } from '@tercet/fair';
import { drandBeacon } from '../adapters/beacon/drand.ts';
import { localBeaconOf } from '../adapters/beacon/local.ts';
import type { Config } from '../config/config.ts';
import type { Beacon } from '../draw/beacon.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import type { HouseTable } from '../lottery/tables.ts';

/**
 * One beacon for each chain that a table names, made when it is needed: the table decides which, not the configuration.
 * Nobody is asked for anything here: a draw that starts while its beacon is down must seal all the same.
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
    /** Of whatever table names the chain, also of one that rules no more: its draws may still wait. */
    of(chainHash: string): Beacon | null {
      const tables = catalogue().lotteries.flatMap((lottery) => lottery.tables);
      const table = tables.find(({ chain }) => chain.hash === chainHash);
      return table ? beaconOf(table) : null;
    },
    /** Of the tables that rule now, or will next. */
    current(): Beacon[] {
      const tables = catalogue().lotteries.flatMap((lottery) => lottery.tables.at(-1) ?? []);
      return [...new Set(tables.map(beaconOf))];
    },
  };
}

function newBeacon(chain: Chain, kind: Beacon['kind'], config: Config): Beacon {
  return kind === 'drand' ? drandBeacon() : localBeaconOf(chain, config.localBeaconUrl);
}
