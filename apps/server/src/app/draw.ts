import { httpWitness } from '../adapters/witness.ts';
import { startPublisher } from '../book/publisher.ts';
import { type Config, listenUrlOf, urlOf } from '../config/config.ts';
import { openDb, openPool, type Pool } from '../db/pool.ts';
import { type DrawLoop, startDrawLoop } from '../draw/worker/draw-loop.ts';
import type { OnFault, Running } from '../process/lifecycle.ts';
import { beaconsOf } from './beacons.ts';
import { bookKeys, guardOf, mirrorOf } from './book.ts';
import { keepCatalogue } from './catalogue.ts';
import { openHouse } from './house.ts';

/**
 * Starts the draw role: follows the beacon, seals, draws, pays, and signs the book. Several may run; one works at a
 * time.
 */
export async function startDraw(config: Config, onFault: OnFault): Promise<Running & { pool: Pool }> {
  const pool = openPool({
    url: urlOf(config, 'draw'),
    connectionsMax: 8,
    applicationName: 'tercet draw',
    statementTimeoutMs: 60_000,
  });
  const db = openDb(pool);
  const listenUrl = listenUrlOf(config, 'draw');
  const { house } = await openHouse(db, config, ['draw']);
  const shelf = await keepCatalogue(db, listenUrl);
  const beacons = beaconsOf(shelf.read, config);
  const witnesses = config.witnesses.map((witness) => httpWitness(witness));
  const guard = guardOf(db, house.origin, config);
  const loop: DrawLoop = startDrawLoop({
    db,
    beaconOf: beacons.of,
    beacons: beacons.current,
    patience: new Map(),
    catalogue: shelf.read,
    origin: house.origin,
    witnesses,
    guard,
    onFault,
    refused: new Map(),
    logKeys: () => bookKeys(db, house.origin, config),
  });
  const publisher = startPublisher({
    db,
    url: listenUrl,
    keysDir: config.keysDir,
    origin: house.origin,
    witnesses,
    mirror: mirrorOf(db, shelf.read, config),
    guard,
    onFault,
  });
  return {
    pool,
    async stop() {
      await Promise.all([loop.stop(), publisher.stop()]);
      await shelf.stop();
      await db.destroy();
    },
  };
}
