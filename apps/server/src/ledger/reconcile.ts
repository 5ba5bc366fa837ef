import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** One figure of one member that is not what it must be. Amounts are minor units. */
export interface Fault {
  bucket: number;
  memberId: string;
  /**
   * An account or `version`: the kept figure differs from what the transfers say (for `version`: how many there are).
   * `negative` and `zero-sum`: of the kept balances. `hold`: `found` is the sum of the holds that are pending.
   * `corrections`: `kept` is what payments credited in review and corrections by two people say was corrected.
   * `unlisted`: as many transfers are of days that `ledger.line_day` does not have, and no statement shows them.
   */
  what: string;
  kept: bigint;
  found: bigint;
}

const BUCKETS = 256;
/** Buckets in one statement: few enough to be short, enough that planning over all partitions does not dominate. */
const STEP = 32;
/** Far more than anybody reads: when this many are wrong, so is something else. */
const FAULTS_MAX = 1_000;

/**
 * Proves for every member that the kept balances are the sums of the transfers, that there are as many as the version
 * says, that nothing is negative, that all accounts add up to nothing, that what is held is what pending holds say,
 * that nothing was corrected but what people decided, and that statements find all of it.
 * Reads a few buckets at a time, each few in one snapshot, so it can run while the club does. An empty list is the
 * proof; it ends after a thousand faults.
 */
export async function reconcile(db: Db): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let bucket = 0; bucket < BUCKETS && faults.length < FAULTS_MAX; bucket += STEP) {
    faults.push(...(await faultsOfBuckets(db, bucket, bucket + STEP - 1)));
  }
  return faults.slice(0, FAULTS_MAX);
}

/** A member with transfers but no balance row counts as one whose kept figures are all zero. */
export async function faultsOfBuckets(db: Db, from: number, to: number): Promise<Fault[]> {
  const { rows } = await sql<{ bucket: number; member_id: string; what: string; kept: bigint; found: bigint }>`
    with of_day as (
      select bucket, member_id, day, (at at time zone 'UTC')::date as date, count(*) as n,
        sum(ledger.delta('available', debit, credit, amount)) as available,
        sum(ledger.delta('held', debit, credit, amount)) as held,
        sum(ledger.delta('play', debit, credit, amount)) as play,
        sum(ledger.delta('cash', debit, credit, amount)) as cash,
        sum(ledger.delta('sales', debit, credit, amount)) as sales,
        sum(ledger.delta('correction', debit, credit, amount)) as correction,
        sum(ledger.delta('issue', debit, credit, amount)) as issue,
        sum(ledger.delta('available', debit, credit, amount)) filter (where kind = 'correction') as corrections
      from ledger.transfer where bucket between ${from}::smallint and ${to}::smallint group by 1, 2, 3, 4
    ), summed as (
      select d.bucket, d.member_id, sum(d.n) as version, sum(d.available) as available, sum(d.held) as held,
        sum(d.play) as play, sum(d.cash) as cash, sum(d.sales) as sales, sum(d.correction) as correction,
        sum(d.issue) as issue, sum(d.corrections) as corrections,
        sum(d.n) filter (where l.day is null and d.day >= g.listed_from) as unlisted
      from of_day d
      join ledger.gate g on g.bucket = d.bucket
      left join ledger.line_day l
        on l.bucket = d.bucket and l.member_id = d.member_id and l.date = d.date and l.day = d.day
      group by d.bucket, d.member_id
    ), pending as (
      select h.bucket, h.member_id, sum(h.amount) as held from ledger.hold h
      where h.bucket between ${from}::smallint and ${to}::smallint and not exists (
        select from ledger.transfer t where t.bucket = h.bucket and t.member_id = h.member_id and t.day = h.day
          and t.ref = h.id and t.kind in ('post', 'release'))
      group by h.bucket, h.member_id
    ), credited as (
      select p.bucket, p.member_id, sum(p.amount) as amount from payments.payment p
      where p.bucket between ${from}::smallint and ${to}::smallint and p.state = 'credited' and p.reason is not null
      group by p.bucket, p.member_id
    ), corrected as (
      select c.bucket, c.member_id,
        sum(case c.direction when 'to-member' then c.amount else -c.amount end) as amount from payments.correction c
      where c.bucket between ${from}::smallint and ${to}::smallint
      group by c.bucket, c.member_id
    )
    select bucket, member_id, f.what, coalesce(f.kept, 0)::bigint as kept, coalesce(f.found, 0)::bigint as found
    from (select * from ledger.balance where bucket between ${from}::smallint and ${to}::smallint) b
    full join summed s using (bucket, member_id)
    full join pending p using (bucket, member_id)
    full join credited r using (bucket, member_id)
    full join corrected c using (bucket, member_id)
    cross join lateral (values
      ('version', b.version, s.version::numeric),
      ('available', b.available, s.available), ('held', b.held, s.held), ('play', b.play, s.play),
      ('cash', b.cash, s.cash), ('sales', b.sales, s.sales), ('correction', b.correction, s.correction),
      ('issue', b.issue, s.issue),
      ('negative', least(b.available, b.held, 0), 0),
      ('zero-sum', b.available + b.held + b.play + b.cash + b.sales + b.correction + b.issue, 0),
      ('hold', b.held, p.held),
      ('corrections', coalesce(r.amount, 0) + coalesce(c.amount, 0), s.corrections),
      ('unlisted', 0, s.unlisted)
    ) f (what, kept, found)
    where coalesce(f.kept, 0) <> coalesce(f.found, 0)
    order by bucket, member_id, f.what limit ${FAULTS_MAX}`.execute(db);
  return rows.map((row) => ({
    bucket: row.bucket,
    memberId: row.member_id,
    what: row.what,
    kept: row.kept,
    found: row.found,
  }));
}
