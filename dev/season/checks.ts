import type { Db } from '@tercet/server/db/pool.ts';
import { nameKey } from '@tercet/server/members/account/user-names.ts';
import { sql } from 'kysely';
import { StartFailure } from '../failure.ts';
import { SEASON_LOTTERY } from '../play-house/house-plan.ts';
import { CAST } from './cast.ts';

/**
 * Throws `StartFailure` unless a season can be played here: a play-money house that currently takes no bets and has
 * never had one. A season must not be inserted into real history.
 */
export async function refuseUnfit(db: Db, season: { firstMs: number; genesis: number }): Promise<void> {
  const { rows } = await sql<{ live: boolean; slips: boolean; played: boolean; open: boolean; names: string[] }>`
    select exists (select 1 from house.house where mode <> 'play') as live,
      exists (select 1 from lottery.slip) as slips,
      exists (select 1 from lottery.lottery where key = ${SEASON_LOTTERY.key}) as played,
      exists (select 1 from draw.lease where until_at > clock_timestamp()) as open,
      array(select name_key from members.user_name_claim
        where name_key = any (${CAST.map(({ userName }) => nameKey(userName))}::text[])) as names`.execute(db);
  const found = rows[0];
  if (found?.live) throw new StartFailure('This is a live house: it cannot have a played season');
  if (found?.open) throw new StartFailure('The club is open on this database: stop it before you play a season');
  if (found?.played) throw new StartFailure('This house has had its season; play another one in another data folder');
  if (found?.slips) {
    throw new StartFailure(
      'Members have bet in this house already: a season needs one without slips (set TERCET_DATA to a new folder)',
    );
  }
  if (found && found.names.length > 0) {
    throw new StartFailure(`These names of the season belong to members already: ${found.names.join(', ')}`);
  }
  if (season.firstMs < season.genesis * 1_000) {
    throw new StartFailure('The house-run beacon is younger than the season; ask for fewer days');
  }
}
