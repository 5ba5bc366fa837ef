import { roundAt, timeOfRound } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { databaseNowMs } from '../lottery/catalogue.ts';
import type { Beacon } from './beacon.ts';

/**
 * Records the newest verified round of a chain, which the slip call holds against the clock: betting stops while they
 * disagree. Returns the milliseconds until the next round is due by the database's clock, and the time (Unix ms) before
 * which the next one after what was heard does not come.
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
