import type { Registry } from 'prom-client';
import { type Config, listenUrlOf, urlOf } from '../config/config.ts';
import { loadFieldCipher } from '../crypto/field-cipher.ts';
import { rowMacs } from '../crypto/row-macs.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import type { ProcessRole } from '../db/rights/roles.ts';
import { checkHealth } from '../http/member/house/health.ts';
import { registerHouseMetrics } from '../metrics/house-metrics.ts';
import { startWatch, type WatchPlace } from '../metrics/registry.ts';
import { forgedHolds } from '../payments/rules/legal-holds.ts';
import type { Leaving } from '../process/lifecycle.ts';
import { countForged } from '../staff/forged-rows.ts';
import { keepCatalogue } from './catalogue.ts';

export interface RunningMetrics {
  /** Listening address, such as `http://127.0.0.1:9464`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * Serves the metrics of a process, on connections of its own, so that they work while the club's pools are exhausted.
 * Every process reports the state of the house by its rows, if it can read them. Each alert defines whether the
 * largest or the smallest value counts.
 */
export async function serveMetrics(
  config: Config,
  role: ProcessRole,
  place: WatchPlace,
  registry: Registry,
  leaving: Leaving,
): Promise<RunningMetrics> {
  const pool = openPool({
    url: urlOf(config, role),
    connectionsMax: 2,
    applicationName: 'tercet watch',
    statementTimeoutMs: 5_000,
  });
  const db = openDb(pool);
  const shelf = await keepCatalogue(db, listenUrlOf(config, role));
  registerHouseMetrics(registry, {
    db,
    catalogue: shelf.read,
    ...(role === 'api' ? { countForged: await forgedCounter(config, db) } : {}),
    onFault: () => {},
  });
  const watch = await startWatch(place, registry, async () => {
    if (leaving.begun) return false;
    // Ready without beacon and draw: while they are late, members can still view and withdraw.
    return (await checkHealth(db)).database;
  });
  return {
    address: watch.address,
    async stop() {
      await watch.stop();
      await shelf.stop();
      await db.destroy();
    },
  };
}

/** Only the `api` role can read the staff's rows. */
async function forgedCounter({ keysDir }: Config, db: Db): Promise<() => Promise<Record<string, number>>> {
  const macs = rowMacs(await loadFieldCipher(keysDir), () => {});
  return async () => ({
    ...(await countForged(db, macs)),
    'payments.legal_hold': (await forgedHolds(db, macs)).length,
  });
}
