import { type OwedFile, verifyOwedFile } from '@tercet/fair';
import { expect } from 'vitest';
import { entryAt } from '../../src/book/book.ts';
import { OWED_SOURCES } from '../../src/jobs/publish-liabilities.ts';
import { readLiabilities, readOwed } from '../../src/ledger/liabilities/read.ts';
import { type Remade, remakeLiabilities } from '../../src/ledger/liabilities/remake.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { advance } from '../draw/drawing.ts';
import type { Club, OpenTable } from '../kit/club.ts';

interface TransferRow {
  member_id: string;
  ref: string;
  kind: string;
  debit: string;
  credit: string;
  amount: bigint;
}

/** Amount owed to each member at the snapshot of a date, computed from all transfers one by one. */
async function owedByModel(club: Club, date: string): Promise<Map<string, bigint>> {
  const { rows: transfers } = await club.pool.query<TransferRow>(
    `select member_id, ref, kind, debit, credit, amount from ledger.transfer
     where epoch <= (select epoch from ledger.snapshot where date = $1)`,
    [date],
  );
  const { rows: settled } = await club.pool.query<{ id: string }>(
    `select s.id from lottery.slip s join draw.settlement_step p on p.lottery_id = s.lottery_id and p.period = s.period
     where p.state = 'done' and p.step <> 'return' and p.epoch <= (select epoch from ledger.snapshot where date = $1)`,
    [date],
  );
  const closed = new Set(settled.map(({ id }) => id));
  for (const { kind, ref } of transfers) if (['payout', 'refund', 'return'].includes(kind)) closed.add(ref);
  const owed = new Map<string, bigint>();
  for (const { member_id: memberId, ref, kind, debit, credit, amount } of transfers) {
    let change = 0n;
    if (credit === 'available' || credit === 'held') change += amount;
    if (debit === 'available' || debit === 'held') change -= amount;
    if (kind === 'stake' && !closed.has(ref)) change += amount;
    owed.set(memberId, (owed.get(memberId) ?? 0n) + change);
  }
  return owed;
}

/** Recorded amounts of a date, by member. */
export async function owedAsWritten(club: Club, date: string): Promise<Map<string, bigint>> {
  const { rows } = await club.pool.query('select member_id, owed from ledger.owed where date = $1', [date]);
  return new Map(rows.map((row) => [row.member_id, row.owed]));
}

function inOrder(owed: ReadonlyMap<string, bigint>): [string, bigint][] {
  return [...owed].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A member's file as the API builds it. */
export async function fileOf(club: Club, date: string, member: Account & { userName: string }): Promise<OwedFile> {
  const record = await readLiabilities(club.db, date);
  const own = record && (await readOwed(club.db, member, record));
  const entry = record && (await entryAt(club.db, record.entrySeq));
  if (!record || !own || !entry) throw new Error(`nothing was published for ${date}`);
  return {
    format: 'tercet/v1 owed',
    date,
    userName: member.userName,
    owedMinor: String(own.owedMinor),
    root: record.root,
    total: String(record.totalMinor),
    leaves: record.leaves,
    splits: own.splits,
    entry: { ...entry, seq: Number(entry.seq) },
  };
}

/** Reasons that the members' verifier gives for missing or wrong splits of a file. */
export async function reasonsOf(club: Club, date: string, member: Account & { userName: string }, owedMinor: bigint) {
  const known = { userName: member.userName, date, owedMinor: String(owedMinor) };
  return verifyOwedFile(await fileOf(club, date, member), known).steps.flatMap(({ reason }) => reason ?? []);
}

/** Expected reasons while the book is not signed. Tests of the API cover signed books. */
export const UNSIGNED = ['no-place'];

export async function remake(club: Club, date: string): Promise<Remade> {
  const remade = await remakeLiabilities(club.db, date, OWED_SOURCES);
  if (!remade) throw new Error(`nothing was published for ${date}`);
  return remade;
}

export const DAY_MS = 24 * 60 * 60_000;
/** Length of a period in milliseconds. Tests skip days, and every skipped period becomes void, so periods are long. */
export const PERIOD_MS = 900_000;
/** 90 minutes before a midnight, so that the book begins on the day before the first snapshot. */
export const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS - 6 * PERIOD_MS;

export function dateNow(club: Club): string {
  return new Date(club.clock.nowMs()).toISOString().slice(0, 10);
}

export function midnightNext(club: Club): number {
  return Math.floor(club.clock.nowMs() / DAY_MS) * DAY_MS + DAY_MS;
}

/** Moves to the start of the second-last period before midnight. The periods between become void. */
export async function beforeMidnight(club: Club, tables: readonly OpenTable[]): Promise<void> {
  await club.at(midnightNext(club) - 2 * PERIOD_MS);
  for (const table of tables) await advance(club, table);
}

/** Available and held balance together, in minor units. */
export async function balanceNow(club: Club, { memberId }: Account): Promise<bigint> {
  const { rows } = await club.pool.query('select available + held as sum from ledger.balance where member_id = $1', [
    memberId,
  ]);
  return rows[0].sum;
}

/** Checks the recorded amounts of a date against the model and against a recomputation. */
export async function expectRight(club: Club, date: string): Promise<void> {
  expect(inOrder(await owedAsWritten(club, date))).toEqual(inOrder(await owedByModel(club, date)));
  expect(await remake(club, date)).toMatchObject({ same: true, differing: [] });
}
