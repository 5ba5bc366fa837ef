import { sql } from 'kysely';
import { lockHead, noteTreeHead } from '../book/book.ts';
import type { BookGuard } from '../book/guard.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { REVIEWED, UNPROVEN } from '../draw/tables/stop-table.ts';
import { lastSwitch, writeTableSwitch } from '../draw/tables/table-switch.ts';
import { announce } from '../house/notices.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import { LEDGER_WRONG, MONEY_IN, readSwitch, writeSwitch } from '../payments/rules/money-switch.ts';
import { isGenuine } from '../staff/proposals.ts';
import { countOpenFaults } from './fault.ts';

/**
 * Closes top-ups, bets and purchases while the ledger has unreviewed faults. Withdrawals continue, and open periods
 * run to their draw. The switch, its entry in the book and its notice share a transaction. Returns whether it closed
 * anything.
 */
export async function closeByFaults(db: Db, guard?: BookGuard): Promise<boolean> {
  if (!(await transaction(db, isToClose))) return false;
  await guard?.refuse();
  const closed = await transaction(db, async (tx) => {
    await lockHead(tx);
    if (!(await isToClose(tx))) return false;
    await switchMoneyIn(tx, false, LEDGER_WRONG);
    return true;
  });
  if (closed) await noteTreeHead(db);
  return closed;
}

/** True also if another reason closed it, because that might end automatically. */
async function isToClose(tx: Tx): Promise<boolean> {
  if ((await countOpenFaults(tx.q)) === 0) return false;
  const { open, reason } = await readSwitch(tx.q);
  return open || reason !== LEDGER_WRONG;
}

async function switchMoneyIn(tx: Tx, open: boolean, reason: string): Promise<void> {
  await writeSwitch(tx, open, reason);
  await announce(tx, open ? 'ledger-reviewed' : LEDGER_WRONG);
}

interface OpenDeps {
  db: Db;
  macs: RowMacs;
  guard?: BookGuard;
}

/**
 * Reopens what faults closed and two people have reviewed since: one proposed the reopening and another confirmed it.
 * Faults found after the proposal keep it closed. Returns what was opened.
 */
export async function openReviewed(deps: OpenDeps, catalogue: Catalogue): Promise<string[]> {
  const { db, macs, guard } = deps;
  const opened: string[] = [];
  const open = async (subject: string, act: (tx: Tx, agreed: Agreed) => Promise<boolean>): Promise<void> => {
    if ((await agreedOn(db, macs, subject)) === null) return;
    await guard?.refuse();
    const done = await transaction(db, async (tx) => {
      await lockHead(tx);
      const agreed = await agreedOn(tx.q, macs, subject);
      return agreed !== null && act(tx, agreed);
    });
    if (done) opened.push(subject);
  };
  await open(MONEY_IN, openMoneyIn);
  for (const lottery of catalogue.lotteries) {
    await open(tableSubject(lottery.key), (tx, agreed) => openTable(tx, lottery, agreed));
  }
  if (opened.length > 0) await noteTreeHead(db);
  return opened;
}

/** Subject of a proposal to reopen a table. */
export function tableSubject(lotteryKey: string): string {
  return `table/${lotteryKey}`;
}

/** A confirmed proposal. */
interface Agreed {
  id: string;
  proposedAt: Date;
  decidedAt: Date;
}

/**
 * The newest confirmed proposal about a subject. Null without one. Their authority was checked at confirmation, and
 * the row's MAC proves that the server wrote it.
 */
async function agreedOn(q: Db | Tx['q'], macs: RowMacs, subject: string): Promise<Agreed | null> {
  const row = await q
    .selectFrom('staff.proposal')
    .selectAll()
    .where('what', '=', 'reopening')
    .where('subject', '=', subject)
    .where('decision', '=', 'confirmed')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.decided_at || !row.decided_by || row.decided_by === row.proposed_by) return null;
  return isGenuine(macs, row) ? { id: row.id, proposedAt: row.proposed_at, decidedAt: row.decided_at } : null;
}

async function openMoneyIn(tx: Tx, { id, decidedAt }: Agreed): Promise<boolean> {
  const last = await tx.q
    .selectFrom('house.switch')
    .select(['open', 'reason', 'at'])
    .where('what', '=', MONEY_IN)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.open || last.reason !== LEDGER_WRONG || last.at > decidedAt) return false;
  const { rows } = await sql<{ left: number | null }>`select ledger.review_faults(${id}::uuid) as left`.execute(tx.q);
  if (rows[0]?.left !== 0) return false;
  await switchMoneyIn(tx, true, REVIEWED);
  return true;
}

async function openTable(tx: Tx, lottery: { id: number; key: string }, agreed: Agreed): Promise<boolean> {
  const last = await lastSwitch(tx, lottery);
  if (!last || last.open || last.reason !== UNPROVEN || last.at > agreed.decidedAt) return false;
  const newer = await tx.q
    .selectFrom('draw.fault')
    .select('period')
    .where('lottery_id', '=', lottery.id)
    .where('at', '>', agreed.proposedAt)
    .limit(1)
    .executeTakeFirst();
  if (newer) return false;
  await writeTableSwitch(tx, lottery, true, REVIEWED);
  return true;
}
