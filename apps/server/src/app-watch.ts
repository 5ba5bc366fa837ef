import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { listen } from './db/listen.ts';
import { openDb, openPool } from './db/pool.ts';
import { checkHealth } from './http/member/health.ts';
import { type Catalogue, loadCatalogue } from './lottery/catalogue.ts';
import { registerHouseFigures } from './watch/house-figures.ts';
import { startWatch, type WatchPlace } from './watch/watch.ts';

export interface RunningWatch {
  /** Where it listens, such as `http://127.0.0.1:9464`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * What a process tells whoever watches the club, on connections of its own: a club whose pools are exhausted still says
 * so. Every process tells how the house stands by its rows; take the largest of what they say.
 */
export async function watchClub(
  config: Config,
  place: WatchPlace,
  registry: Registry,
  isApi: boolean,
): Promise<RunningWatch> {
  const pool = openPool({
    url: config.appUrl,
    connectionsMax: 2,
    applicationName: 'tercet watch',
    statementTimeoutMs: 5_000,
  });
  const db = openDb(pool);
  let catalogue: Catalogue = await loadCatalogue(db);
  const reload = (): void => {
    loadCatalogue(db).then(
      (next) => {
        catalogue = next;
      },
      () => {},
    );
  };
  const tables = listen(config.listenUrl, 'tables', { onMessage: reload, onGap: reload });
  registerHouseFigures(registry, { db, catalogue: () => catalogue, onFault: () => {} });
  const watch = await startWatch(place, registry, async () => {
    const { database, beacon, draw } = await checkHealth(db);
    return isApi ? database && beacon && draw : database;
  });
  return {
    address: watch.address,
    async stop() {
      await watch.stop();
      await tables.close();
      await db.destroy();
    },
  };
}
