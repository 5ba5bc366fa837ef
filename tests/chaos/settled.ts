import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Club } from './club.ts';
import type { Provider } from './sandbox.ts';

const SETTLE_MS_MAX = 900_000;

/**
 * Waits until the provider has delivered everything, no payout is pending, every slip's draw is paid or void, and the
 * witness has seen the whole book. Throws on a timeout. Events that failed while the server was down would be retried
 * after up to ten minutes; they are retried now.
 */
export async function untilSettled(club: Club, sandbox: Provider): Promise<void> {
  const deadline = Date.now() + SETTLE_MS_MAX;
  for (;;) {
    await sandbox.deliver().catch(() => {});
    const open = { ...(await openRows(club)), undelivered: await sandbox.waiting() };
    if (Object.values(open).every((count) => count === 0)) return;
    if (Date.now() > deadline) {
      throw new Error(`still under way after ${SETTLE_MS_MAX / 1_000} s: ${JSON.stringify(open)}`);
    }
    await sleep(500);
  }
}

async function openRows({ db }: Club): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, bigint>>`
    select
      (select count(*) from payments.withdrawal where state in ('approved', 'sent')) as payouts,
      (select count(*) from payments.provider_event where handled_at is null) as messages,
      (select count(*) from (select distinct lottery_id, period from lottery.slip) s where not exists (
        select from draw.settlement_step p where p.lottery_id = s.lottery_id and p.period = s.period and p.state = 'done'
          and p.step in ('settle', 'refund'))) as draws,
      (select count(*) from book.entry e where e.seq >= (
        select coalesce(max(size), 0) from book.cosignature)) as unseen`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
}
