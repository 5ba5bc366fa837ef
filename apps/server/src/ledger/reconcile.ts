import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** A wrong figure of one member. Amounts are minor units. */
export interface Fault {
  bucket: number;
  memberId: string;
  /**
   * Name of the check.
   *
   * - An account or `version`: the stored value differs from the transfers (`version` counts them).
   * - `negative` and `zero-sum`: checks of the stored balances.
   * - `hold`: `found` is the sum of pending holds.
   * - `corrections`: `kept` is the sum of payments credited in review and of corrections by two people.
   * - `unlisted`: transfers on days missing from `ledger.line_day`, which no statement shows.
   */
  what: string;
  kept: bigint;
  found: bigint;
}

const BUCKETS = 256;
/**
 * Buckets per statement: few enough for short statements, enough that planning over all partitions does not dominate.
 */
const STEP = 32;
/** Limit of reported faults. More faults have a common cause. */
const FAULTS_MAX = 1_000;

/**
 * Verifies all members' balances against their transfers.
 *
 * Checks that balances equal the sums and the version equals the count. No balance may be negative, and all accounts
 * must add up to zero. Held amounts must equal pending holds, and every correction needs a decision by people.
 * Statements must show all transfers.
 *
 * Each query covers a few buckets in one snapshot, so it can run while the club is open. An empty list means that all
 * is correct. Stops after 1,000 faults.
 */
export async function reconcile(db: Db): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let bucket = 0; bucket < BUCKETS && faults.length < FAULTS_MAX; bucket += STEP) {
    faults.push(...(await faultsOfBuckets(db, bucket, bucket + STEP - 1)));
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Faults of a range of buckets. A member with transfers and no balance row counts as having zero balances. */
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
