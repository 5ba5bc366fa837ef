import type { Db } from '@tercet/server/db/pool.ts';
import { reconcile } from '@tercet/server/ledger/reconcile.ts';
import { sql } from 'kysely';
import type { Club } from './club.ts';
import type { Player } from './player.ts';
import { type DrawTruths, drawTruths } from './truths-of-draws.ts';

/** The provider's own records. */
export interface ProviderCounts {
  /** Payments received: top-up reference and amount. */
  paidIn: { reference: string; amountMinor: string }[];
  /** Number of executions of each payout. */
  payouts: { reference: string; amountMinor: string; executed: number }[];
}

/** All faults as texts; empty when everything holds. */
export async function findFaults(
  club: Club,
  players: readonly Player[],
  provider: ProviderCounts,
): Promise<DrawTruths> {
  const { db } = club;
  const drawn = await drawTruths(club, players);
  const faults = [
    ...(await ledgerFaults(db)),
    ...(await missing(db, players)),
    ...(await topUpFaults(db, provider)),
    ...(await payoutFaults(db, provider)),
    ...drawn.faults,
    ...(await club.follower.forks()).map((name) => `the witness keeps evidence of a fork: ${name}`),
  ];
  return { ...drawn, faults };
}

/** Faults of the ledger's sums. */
export async function ledgerFaults(db: Db): Promise<string[]> {
  const faults = (await reconcile(db)).map(
    (fault) => `${fault.what} of ${fault.memberId}: ${fault.kept}, ${fault.found}`,
  );
  const { rows } = await sql<{
    sum: bigint;
  }>`select coalesce(sum(amount), 0)::bigint as sum from ledger.posting`.execute(db);
  return rows[0]?.sum === 0n ? faults : [...faults, `all postings sum to ${rows[0]?.sum}`];
}

/** Acknowledged acts that the club does not know any more. */
export async function missing(db: Db, players: readonly Player[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { userName, acknowledged } of players) {
    const { topUps, slips, withdrawals } = acknowledged;
    const known = await sql<{ what: string; id: string; amount: bigint }>`
      select 'top-up' as what, id, amount from payments.top_up where id = any (${topUps.map(({ id }) => id)}::uuid[])
      union all select 'withdrawal', id, amount from payments.withdrawal
        where id = any (${withdrawals.map(({ id }) => id)}::uuid[])
      union all select 'slip', id, total from lottery.slip where id = any (${slips.map(({ id }) => id)}::uuid[])
      union all select 'stake', ref, amount from ledger.transfer
        where kind = 'stake' and ref = any (${slips.map(({ id }) => id)}::uuid[])
      union all select 'hold', ref, amount from ledger.transfer
        where kind = 'hold' and ref = any (${withdrawals.map(({ id }) => id)}::uuid[])`.execute(db);
    const found = new Map(known.rows.map(({ what, id, amount }) => [`${what} ${id}`, String(amount)]));
    const wanted = [
      ...topUps.map(({ id, amountMinor }) => [`top-up ${id}`, amountMinor] as const),
      ...slips.flatMap(
        ({ id, totalMinor }) =>
          [
            [`slip ${id}`, totalMinor],
            [`stake ${id}`, totalMinor],
          ] as const,
      ),
      ...withdrawals.flatMap(
        ({ id, amountMinor }) =>
          [
            [`withdrawal ${id}`, amountMinor],
            [`hold ${id}`, amountMinor],
          ] as const,
      ),
    ];
    for (const [name, amount] of wanted) {
      if (found.get(name) !== amount)
        faults.push(`${userName}: ${name} of ${amount} is ${found.get(name) ?? 'not there'}`);
    }
  }
  return faults;
}

/** Each payment at the provider is in a balance exactly once, with its amount, and no other top-up is. */
async function topUpFaults(db: Db, { paidIn }: ProviderCounts): Promise<string[]> {
  const { rows } = await sql<{ id: string; n: bigint; amount: bigint }>`
    select p.top_up_id as id, count(*) as n, sum(t.amount)::bigint as amount
    from payments.payment p
    join ledger.transfer t on t.bucket = p.bucket and t.member_id = p.member_id and t.ref = p.id and t.kind = 'top-up'
    group by p.top_up_id`.execute(db);
  const credited = new Map(rows.map((row) => [row.id, row]));
  const faults = paidIn.flatMap(({ reference, amountMinor }) => {
    const row = credited.get(reference);
    credited.delete(reference);
    if (row?.n === 1n && String(row.amount) === amountMinor) return [];
    return [`top-up ${reference}: paid ${amountMinor}, credited ${row ? `${row.amount} by ${row.n}` : 'nothing'}`];
  });
  return [...faults, ...[...credited.keys()].map((id) => `top-up ${id} is credited, and nobody paid`)];
}

/** No payout was executed twice, and exactly the executed ones are marked as paid. */
async function payoutFaults(db: Db, { payouts }: ProviderCounts): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string; amount: bigint }>`
    select id, state, amount from payments.withdrawal`.execute(db);
  const carriedOut = new Map(payouts.map((payout) => [payout.reference, payout]));
  return rows.flatMap(({ id, state, amount }) => {
    const payout = carriedOut.get(id);
    const faults: string[] = [];
    if ((payout?.executed ?? 0) > 1) faults.push(`withdrawal ${id} went out ${payout?.executed} times`);
    if (state === 'paid' && !payout) faults.push(`withdrawal ${id} is called paid, and nothing went out`);
    if (payout && state !== 'paid') faults.push(`withdrawal ${id} went out, and is ${state}`);
    if (payout && payout.amountMinor !== String(amount))
      faults.push(`withdrawal ${id} went out as ${payout.amountMinor}`);
    return faults;
  });
}
