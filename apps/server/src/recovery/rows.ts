import {
  type DrawEntry,
  type Entry,
  type LiabilitiesEntry,
  parseDrawId,
  type StopEntry,
  type SwitchEntry,
  type TableEntry,
  verifyBeaconRound,
} from '@tercet/fair';
import { sql } from 'kysely';
import { BookFault } from '../book/book-fault.ts';
import { recordKey } from '../book/log-key.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { type Period, periodOf } from '../draw/periods.ts';
import { insertTableRow } from '../draw/tables/publish-table.ts';
import { RETIRED } from '../draw/tables/retire-lottery.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { MONEY_IN } from '../payments/rules/money-switch.ts';
import { putBackRule } from '../payments/rules/rule.ts';
import { MONEY_RULE, ruleOfText } from '../payments/rules/rule-entry.ts';
import type { LostEntry } from './read-published.ts';
import { putBackSeal, type SealedPeriod } from './seal-rows.ts';

/**
 * Writes the rows of restored entries, one entry after the other, so that each period has the state that the book
 * shows. Returns the sealed periods.
 */
export async function putBackRows(
  tx: Tx,
  entries: readonly LostEntry[],
  leaves: ReadonlyMap<string, Uint8Array>,
  at: Date,
): Promise<SealedPeriod[]> {
  const periods: SealedPeriod[] = [];
  for (const { entry, seq, hash } of entries) {
    if (entry.type === 'seal') {
      const period = await periodNamed(tx, entry.draw_id);
      periods.push(await putBackSeal(tx, period, { ...entry, seq }, leaves.get(entry.draw_id) ?? null, at));
      await putInHand(tx, period);
    } else if (entry.type === 'draw') {
      await putBackDraw(tx, await periodNamed(tx, entry.draw_id), entry, seq, at);
    } else if (entry.type === 'void') {
      const period = await periodNamed(tx, entry.draw_id);
      await tx.q
        .insertInto('draw.void')
        .values({ ...keyOf(period), reason: entry.reason, entry_seq: seq, at })
        .execute();
      await putInHand(tx, period);
    } else if (entry.type === 'table') {
      await putBackTable(tx, entry, { seq, hash });
    } else await putBackOther(tx, entry, seq, at);
  }
  return periods;
}

/** Period of a lottery and table that exist or were already restored. */
async function periodNamed(tx: Tx, drawId: string): Promise<Period> {
  const parts = parseDrawId(drawId);
  const lottery = parts && (await loadCatalogue(tx.q)).byKey.get(parts.key);
  if (!lottery || parts === null) throw new BookFault(`${drawId}: unknown lottery`);
  return periodOf(lottery, parts.period);
}

function keyOf({ lottery, period }: Period) {
  return { lottery_id: lottery.id, period: BigInt(period) };
}

/** Queues the period: the draw process draws it, pays it, or finds nothing to do. */
async function putInHand(tx: Tx, period: Period): Promise<void> {
  await tx.q
    .insertInto('draw.settlement_queue')
    .values(keyOf(period))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

async function putBackDraw(tx: Tx, period: Period, entry: DrawEntry, seq: bigint, at: Date): Promise<void> {
  const isOwn = entry.round === String(period.round);
  if (!isOwn || !verifyBeaconRound(period.table.chain, period.round, entry.signature)) {
    throw new BookFault(`${period.drawId}: the published draw does not match its beacon round`);
  }
  const dice = entry.dice.map(Number);
  await tx.q
    .insertInto('draw.draw')
    .values({
      ...keyOf(period),
      round: BigInt(entry.round),
      signature: Buffer.from(entry.signature, 'hex'),
      dice,
      total: dice.reduce((sum, die) => sum + die, 0),
      entry_seq: seq,
      at,
    })
    .execute();
  // A void followed by a draw was overridden, because its seal was in time.
  await sql`
    insert into draw.override (lottery_id, period, at)
    select v.lottery_id, v.period, ${at} from draw.void v
    where v.lottery_id = ${period.lottery.id}::smallint and v.period = ${period.period}::bigint
    on conflict do nothing`.execute(tx.q);
  await putInHand(tx, period);
}

async function putBackTable(tx: Tx, entry: TableEntry, place: { seq: bigint; hash: string }): Promise<void> {
  const { rows } = await sql<{ id: number; lottery_id: number | null; mode: string }>`
    select (select coalesce(max(id), 0) + 1 from lottery.odds_table)::integer as id, h.mode,
      (select l.id from lottery.lottery l where l.key = ${entry.key} and l.period_seconds = ${entry.period_seconds}::integer)
        as lottery_id
    from house.house h`.execute(tx.q);
  const [row] = rows;
  if (!row || row.lottery_id === null) {
    throw new BookFault(`${entry.key}: its table was published, but the lottery does not exist: create it first`);
  }
  await insertTableRow(tx, entry, place, { id: row.id, lotteryId: row.lottery_id, mode: row.mode });
}

type OtherEntry = Exclude<Entry, { type: 'seal' | 'draw' | 'void' | 'table' }>;

async function putBackOther(tx: Tx, entry: OtherEntry, seq: bigint, at: Date): Promise<void> {
  if (entry.type === 'switch') await putBackSwitch(tx, entry);
  if (entry.type === 'stop') await putBackStop(tx, entry, seq);
  if (entry.type === 'rule' && entry.what === MONEY_RULE) {
    await putBackRule(tx, ruleOfText(entry.value), Number(entry.from) * 1_000);
  }
  if (entry.type === 'notice-of-change') await recordKey(tx, { vkey: entry.new_key, fromSeconds: Number(entry.from) });
  if (entry.type === 'liabilities') await putBackLiabilities(tx, entry, seq, at);
}

async function putBackSwitch(tx: Tx, { what, state, reason, from }: SwitchEntry): Promise<void> {
  if (reason === RETIRED) {
    await sql`
      insert into lottery.retirement (lottery_id, from_period, at)
      select l.id, ${from}::bigint / l.period_seconds, clock.now()
      from lottery.lottery l where ${what} = 'table/' || l.key`.execute(tx.q);
    return;
  }
  const [id, open] = [newId(), state === 'on'];
  if (what === MONEY_IN) {
    await sql`
      insert into house.switch (what, id, open, reason, at)
      values (${what}, ${id}::uuid, ${open}, ${reason}, to_timestamp(${from}::bigint))`.execute(tx.q);
  }
  await sql`
    insert into lottery.switch (lottery_id, id, open, reason, at)
    select l.id, ${id}::uuid, ${open}, ${reason}, to_timestamp(${from}::bigint)
    from lottery.lottery l where ${what} = 'table/' || l.key`.execute(tx.q);
}

async function putBackStop(tx: Tx, entry: StopEntry, seq: bigint): Promise<void> {
  const { what, reason, authority, reference, from, until } = entry;
  await sql`
    insert into lottery.stop (entry_seq, lottery_id, from_at, until_at, reason, authority, reference, at)
    select ${seq}, l.id, to_timestamp(${from}::bigint), to_timestamp(nullif(${until}::bigint, 0)), ${reason},
      nullif(${authority}, ''), nullif(${reference}, ''), clock.now()
    from (select 1) one left join lottery.lottery l on 'table/' || l.key = ${what}
    where l.id is not null or ${what} = 'betting'`.execute(tx.q);
}

/**
 * Restores a date's liabilities, so that no second total is published. The members' audit paths are lost, because
 * their random numbers cannot be recreated. `snapshotFor` has already taken the date's snapshot.
 */
async function putBackLiabilities(tx: Tx, entry: LiabilitiesEntry, seq: bigint, at: Date): Promise<void> {
  const { members } = await tx.q
    .selectFrom('ledger.balance')
    .select((eb) => eb.fn.countAll<bigint>().as('members'))
    .executeTakeFirstOrThrow();
  await sql`
    insert into ledger.liabilities (date, root, total, leaves, members, entry_seq, at)
    values (${entry.date}::date, ${Buffer.from(entry.root, 'hex')}, ${entry.total}::bigint, ${entry.leaves}::integer,
      ${members}, ${seq}, ${at})`.execute(tx.q);
}
