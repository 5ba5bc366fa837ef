import type { LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { newId } from '@tercet/server/db/ids.ts';
import type { BenchClub, BenchMember } from '../kit/club.ts';

const STEP = 20_000;
/** Three of twenty bets, as in `slip-load.ts`. */
const STAKES = '{100,NULL,200,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,100,NULL,NULL,NULL,NULL,NULL,NULL}';
const TOTAL = 400;

/** The day of a period's slips and stakes: that of its lock. */
function dayOf(plan: LotteryPlan, period: number): string {
  return new Date((period + 1) * plan.periodSeconds * 1_000).toISOString().slice(0, 10);
}

/** Inserts slips and stakes of a period in bulk, as the owner, for the members in turn. They can be settled. */
export async function fillPeriod(club: BenchClub, plan: LotteryPlan, period: number, slips: number): Promise<void> {
  for (let from = 0; from < slips; ) {
    // A member appears once in a statement, which updates each balance once.
    const count = Math.min(STEP, slips - from, club.members.length);
    const some = Array.from({ length: count }, (_, n) => club.members[(from + n) % club.members.length] as BenchMember);
    await addSlips(club, plan, period, some);
    from += count;
  }
}

async function addSlips(club: BenchClub, plan: LotteryPlan, period: number, some: BenchMember[]): Promise<void> {
  await club.owner.query(
    `with slip as (
       insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
         stakes, commitment, leaf)
       select b, m, $4, $5, $6, i, i, (select id from lottery.odds_table where lottery_id = $5), 0, ${TOTAL}, 0,
         '${STAKES}', sha256(i::text::bytea), sha256(i::text::bytea)
       from unnest($1::smallint[], $2::uuid[], $3::uuid[]) q (b, m, i)
       returning bucket, member_id, day, id, total)
     select ledger.post(array_agg(bucket), array_agg(member_id), array_agg(day), array_agg(id),
       array_agg('stake'::ledger.kind), array_agg('available'::ledger.account), array_agg('play'::ledger.account),
       array_agg(total)) from slip`,
    [some.map(({ bucket }) => bucket), some.map(({ id }) => id), some.map(newId), dayOf(plan, period), plan.id, period],
  );
}
