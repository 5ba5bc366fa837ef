import { sql } from 'kysely';
import { settledFor } from '../../draw/settlement/member-results.ts';
import type { FeedDeps } from './deps.ts';

/**
 * Milliseconds that each read overlaps the last. A row becomes visible at its commit, a little after its timestamp.
 */
const OVERLAP_MS = 6_000;
const ROWS_MAX = 500;

interface PaidRow {
  lottery_id: number;
  period: bigint;
  step: string;
  /** Timestamp as PostgreSQL writes it, in microseconds. */
  at: string;
  at_ms: bigint;
}

export interface PaymentEvents {
  /**
   * Sends news of periods paid since the last read, each step once: balances first, then `settled`. `readBook`
   * broadcasts the book's news first, so that dice precede payments.
   */
  read(readBook: () => Promise<void>): Promise<void>;
}

export async function followPayments(deps: FeedDeps): Promise<PaymentEvents> {
  /** Announced rows with their time, kept for as long as the overlap may return them again. */
  const reported = new Map<string, number>();
  let newestMs = deps.clock.nowMs();

  async function announce(row: PaidRow): Promise<void> {
    const lottery = deps.catalogue().byId.get(row.lottery_id);
    if (!lottery) return;
    // Read everything before sending, so that an error in between repeats nothing.
    const news = await settledFor(deps.db, deps.hub.watching(), lottery, Number(row.period));
    for (const { memberId, balance } of news) deps.hub.send(memberId, 'balance', balance);
    deps.hub.broadcast('settled', { drawId: `${lottery.key}/${row.period}` });
  }

  async function read(tell: (rows: PaidRow[]) => Promise<void>): Promise<void> {
    const sinceMs = newestMs - OVERLAP_MS;
    let last: PaidRow | undefined;
    for (;;) {
      const rows = await rowsAfter(deps, sinceMs, last);
      await tell(rows.filter((row) => !reported.has(nameOf(row))));
      for (const row of rows) newestMs = Math.max(newestMs, Number(row.at_ms));
      last = rows.at(-1);
      if (rows.length < ROWS_MAX) break;
    }
    for (const [name, atMs] of reported) if (atMs < newestMs - OVERLAP_MS) reported.delete(name);
  }

  function note(row: PaidRow): void {
    reported.set(nameOf(row), Number(row.at_ms));
  }

  // Periods paid before the feed started are not announced.
  await read(async (rows) => {
    for (const row of rows) note(row);
  });
  return {
    read: (readBook) =>
      read(async (rows) => {
        if (rows.length > 0) await readBook();
        for (const row of rows) {
          await announce(row);
          note(row);
        }
      }),
  };
}

function nameOf(row: PaidRow): string {
  return `${row.lottery_id}/${row.period}/${row.step}`;
}

async function rowsAfter(deps: FeedDeps, sinceMs: number, last: PaidRow | undefined): Promise<PaidRow[]> {
  const from = last
    ? sql`(at, lottery_id, period, step) > (${last.at}::timestamptz, ${last.lottery_id}::smallint, ${last.period}::bigint, ${last.step})`
    : sql`at >= ${new Date(sinceMs)}`;
  const { rows } = await sql<PaidRow>`
    select lottery_id, period, step, at::text as at, floor(extract(epoch from at) * 1000)::bigint as at_ms
    from draw.settlement_step where state = 'done' and ${from}
    order by at, lottery_id, period, step limit ${ROWS_MAX}`.execute(deps.db);
  return rows;
}
