import { type DrawProof, verifyDraw } from '@tercet/fair';
import type { Db } from '@tercet/server/db/pool.ts';
import { sql } from 'kysely';
import type { Club } from './club.ts';
import type { Player } from './player.ts';
import type { ProviderCounts } from './truths.ts';

/** A draw in the book. */
export interface Drawn {
  drawId: string;
  dice: number[];
}

/** All draws in the database. */
export async function drawnBy({ db }: Pick<Club, 'db'>): Promise<Drawn[]> {
  const { rows } = await sql<{ draw_id: string; dice: number[] }>`
    select l.key || '/' || d.period as draw_id, d.dice from draw.draw d
    join lottery.lottery l on l.id = d.lottery_id order by d.entry_seq`.execute(db);
  return rows.map(({ draw_id, dice }) => ({ drawId: draw_id, dice }));
}

export interface LostActs {
  topUps: number;
  slips: number;
  withdrawals: number;
  /** Seconds from the first lost acknowledged act to the loss. */
  seconds: number;
}

/**
 * Acts acknowledged by the lost database that are missing in the restored one. Removes them from the players' records,
 * so that everything else can be required. `openedMs`: when the restored one opened. Answers of the lost one may have
 * been in transit after the loss, but not until then.
 */
export async function lostActs(
  db: Db,
  players: readonly Player[],
  { lostAtMs, openedMs }: { lostAtMs: number; openedMs: number },
): Promise<LostActs> {
  const lost: LostActs = { topUps: 0, slips: 0, withdrawals: 0, seconds: 0 };
  const tables = { topUps: 'payments.top_up', slips: 'lottery.slip', withdrawals: 'payments.withdrawal' } as const;
  for (const what of ['topUps', 'slips', 'withdrawals'] as const) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(tables[what])}`.execute(db);
    const known = new Set(rows.map(({ id }) => id));
    for (const { acknowledged } of players) {
      const gone = (acknowledged[what] as { id: string; ackMs: number }[]).filter(
        ({ id, ackMs }) => ackMs <= openedMs && !known.has(id),
      );
      for (const { ackMs } of gone) lost.seconds = Math.max(lost.seconds, (lostAtMs - ackMs) / 1_000);
      lost[what] += gone.length;
      const ids = new Set(gone.map(({ id }) => id));
      acknowledged[what] = acknowledged[what].filter(({ id }) => !ids.has(id)) as never;
    }
  }
  return lost;
}

/** Executed payouts that the database does not know. Their money is in a balance again. */
export async function unknownPayouts(db: Db, { payouts }: ProviderCounts): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payments.withdrawal`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return payouts.map(({ reference }) => reference).filter((reference) => !known.has(reference));
}

/** References of top-ups in the database. Payments for others are settled by hand. */
export async function knownTopUps(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from payments.top_up`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Number of paid draws with bets since the loss. By time, because a restore without lost entries adds none. */
export async function newDraws(db: Db, lostAtMs: number): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from draw.draw d
    join draw.settlement_step p on p.lottery_id = d.lottery_id and p.period = d.period and p.state = 'done' and p.step = 'settle'
    where d.at > to_timestamp(${lostAtMs}::float8 / 1000)
      and exists (select from draw.seal s where s.lottery_id = d.lottery_id and s.period = d.period and s.slip_count > 0)`.execute(
    db,
  );
  return Number(rows[0]?.n ?? 0);
}

/** Checks each draw's bundle from the club, as a member's phone does. */
export async function bundleFaults({ addresses }: Pick<Club, 'addresses'>, draws: readonly Drawn[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { drawId } of draws) {
    const answer = await fetch(`${addresses[0]}/api/draws/${drawId}`);
    if (!answer.ok) {
      faults.push(`${drawId}: ${answer.status} instead of a bundle`);
      continue;
    }
    const { steps, verdict } = verifyDraw((await answer.json()) as DrawProof);
    const refuted = steps.filter(({ state }) => state === 'refuted');
    if (verdict === 'breach' || refuted.length > 0) {
      faults.push(`${drawId}: ${refuted.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`);
    }
  }
  return faults;
}
