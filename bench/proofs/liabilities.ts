import { hash } from 'node:crypto';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { openDb, openPool } from '@tercet/server/db/pool.ts';
import { OWED_SOURCES, publishLiabilities } from '@tercet/server/jobs/publish-liabilities.ts';
import { readLiabilities, readOwed } from '@tercet/server/ledger/liabilities/read.ts';
import { remakeLiabilities } from '@tercet/server/ledger/liabilities/remake.ts';
import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';

/** `TERCET_BENCH_MEMBERS` makes the club smaller, to try the benchmark. */
const MEMBERS = Number(process.env.TERCET_BENCH_MEMBERS ?? 1_000_000);
const LOTTERY: LotteryPlan = { ...(LOTTERIES[0] as LotteryPlan), id: 8, key: 'bench-1200', periodSeconds: 1_200 };
/** Initial balance of each member of a bench club. */
const CREDITS = 100_000_000n;
const PATHS = 200;
const MEMBERS_A_STATEMENT = 20_000;
/** Bytes hashed for the leaf of a twelve-letter user name and for an inner node. */
const LEAF_BYTES = 81;
const NODE_BYTES = 81;

/**
 * The liabilities of a house with a million members: snapshot, tree, rows for the paths, and the book's entry. Beside
 * it the minimum: the sum of the balances in SQL and a bare SHA-256 for each leaf and node. Then the recomputation from
 * all transfers, and the time of a member's own paths.
 */
export async function liabilities(): Promise<void> {
  const club = await startBenchClub({ members: MEMBERS, lotteries: [LOTTERY] });
  const db = openDb(openPool({ url: club.urls.jobs, connectionsMax: 4, statementTimeoutMs: 600_000 }));
  try {
    // The book must have existed before midnight.
    await club.owner.query(`update book.entry set at = at - interval '2 days'`);
    await placeBets(club);
    const floor = (await plainSum(club)) + bareHashes();
    const seconds = await timed(async () => {
      if ((await publishLiabilities(db)) !== 'published') throw new Error('nothing was published');
    });
    report('liabilities', seconds, `s for ${MEMBERS} members`, floor);
    const record = await readLiabilities(db);
    if (record?.totalMinor !== BigInt(MEMBERS) * CREDITS) throw new Error(`${record?.totalMinor} is not what is owed`);
    if (record.members !== MEMBERS) throw new Error(`${record?.members} members instead of ${MEMBERS}`);
    const again = await timed(async () => {
      const remade = await remakeLiabilities(db, record.date, OWED_SOURCES);
      if (!remade?.same) throw new Error('the recomputed tree differs');
    });
    report('liabilities: made again from all transfers', again, 's', floor);
    const samples: number[] = [];
    for (let n = 0; n < PATHS; n++) {
      const member = club.members[Math.floor(Math.random() * MEMBERS)];
      if (!member) throw new Error('no member');
      const start = performance.now();
      await readOwed(db, { bucket: member.bucket, memberId: member.id }, record);
      samples.push(performance.now() - start);
    }
    report('liabilities: the paths of one member, p99', percentile(samples, 0.99), 'ms');
  } finally {
    await db.destroy();
    await club.stop();
  }
}

/** A tenth of the members have a bet in the open period of the snapshot, inserted in bulk by the owner. */
async function placeBets(club: BenchClub): Promise<void> {
  const period = Math.floor(Date.now() / 1_000 / LOTTERY.periodSeconds);
  await club.owner.query('update lottery.odds_table set first_period = $1 where lottery_id = $2', [period, LOTTERY.id]);
  const playing = club.members.slice(0, MEMBERS / 10);
  for (let from = 0; from < playing.length; from += MEMBERS_A_STATEMENT) {
    const some = playing.slice(from, from + MEMBERS_A_STATEMENT);
    await club.owner.query(
      `with slip as (
         insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total,
           at_risk, stakes, commitment, leaf)
         select b, m, (to_timestamp(($3::bigint + 1) * $5::integer) at time zone 'UTC')::date, $4, $3,
           gen_random_uuid(), gen_random_uuid(), 1, 0, 100, 0, '{100}', '', sha256(m::text::bytea)
         from unnest($1::smallint[], $2::uuid[]) q (b, m)
         returning bucket, member_id, day, id, total)
       select ledger.post(array_agg(bucket), array_agg(member_id), array_agg(day), array_agg(id),
         array_agg('stake'::ledger.kind), array_agg('available'::ledger.account), array_agg('play'::ledger.account),
         array_agg(total)) from slip`,
      [some.map((one) => one.bucket), some.map((one) => one.id), period, LOTTERY.id, LOTTERY.periodSeconds],
    );
  }
  await club.owner.query('vacuum analyze');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

function plainSum(club: BenchClub): Promise<number> {
  return timed(async () => {
    await club.owner.query('select sum(available + held) from ledger.balance');
  });
}

/** Seconds to hash each leaf and each node above. */
function bareHashes(): number {
  const leaves = 2 ** Math.ceil(Math.log2(4 * MEMBERS));
  const leaf = new Uint8Array(LEAF_BYTES);
  const node = new Uint8Array(NODE_BYTES);
  const start = performance.now();
  for (let n = 0; n < 4 * MEMBERS; n++) hash('sha256', leaf, 'binary');
  for (let n = 1; n < leaves; n++) hash('sha256', node, 'binary');
  return (performance.now() - start) / 1_000;
}
