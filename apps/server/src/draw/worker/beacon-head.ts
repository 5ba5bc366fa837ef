import { roundAt, timeOfRound } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import type { Beacon } from './beacon.ts';

/**
 * Records the newest verified round of a chain. The slip call compares it with the clock and stops betting while they
 * disagree. `waitMs` is the time until the next round is due by the database's clock. `nextMs` (Unix ms) is the due
 * time of the round after the recorded one.
 */
export async function followBeacon(
  db: Db,
  beacon: Beacon,
  signal?: AbortSignal,
): Promise<{ waitMs: number; nextMs: number }> {
  const { round } = await beacon.latest(signal);
  await sql`
    insert into draw.beacon_head as h (chain_hash, round, seen_at)
    values (${Buffer.from(beacon.chain.hash, 'hex')}, ${round}::bigint, clock.now())
    on conflict (chain_hash) do update set round = greatest(h.round, excluded.round), seen_at = clock.now()`.execute(
    db,
  );
  const now = await databaseNowMs(db);
  const next = timeOfRound(Math.max(round, roundAt(Math.floor(now / 1_000), beacon.chain)) + 1, beacon.chain);
  return { waitMs: Math.max(200, next * 1_000 - now), nextMs: timeOfRound(round + 1, beacon.chain) * 1_000 };
}
