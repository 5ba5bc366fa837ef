import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';

/** Notification channel on which the jobs learn of new instructions. */
export const INSTRUCTIONS_CHANNEL = 'instructions';

/** An act that staff decided and the jobs carry out. */
export interface Instruction {
  what:
    | 'correction'
    | 'purchase-refund'
    | 'payment-credit'
    | 'payment-refund'
    | 'withdrawal-refusal'
    | 'table'
    | 'money-rule'
    | 'lottery'
    | 'retirement'
    | 'stop';
  /** Id of the proposal, purchase, payment or withdrawal. */
  subject: string;
  /** `memberId` is missing when no account is concerned. */
  body: { memberId?: string; reason?: string };
  /** Staff member whose decision was the last. */
  staffId: string;
}

/** A stored instruction that is not done yet. */
export interface OpenInstruction extends Instruction {
  id: string;
}

/** Inserts an instruction in the current transaction. Throws `too-late` while the same one is open. */
export async function instruct(
  tx: Tx,
  macs: RowMacs,
  { what, subject, body, staffId }: Instruction,
): Promise<OpenInstruction> {
  const row = { id: newId(), what, subject, body, staff_id: staffId };
  const { rows } = await sql`
    insert into staff.instruction (id, what, subject, body, staff_id, mac)
    values (${row.id}::uuid, ${what}, ${subject}::uuid, ${JSON.stringify(body)}::jsonb, ${staffId}::uuid,
      ${macs.of('staff.instruction', row)})
    on conflict (what, subject) where done_at is null do nothing returning id`.execute(tx.q);
  if (rows.length === 0) throw new Refusal('too-late');
  await sql`select pg_notify(${INSTRUCTIONS_CHANNEL}, '')`.execute(tx.q);
  return { id: row.id, what, subject, body, staffId };
}

/**
 * Throws `too-late` while an instruction about the subject is open. Call it with the subject locked, before another
 * decision.
 */
export async function refuseOrdered(tx: Tx, subject: string): Promise<void> {
  const row = await tx.q
    .selectFrom('staff.instruction')
    .select('id')
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (row) throw new Refusal('too-late');
}

const WAIT_MS_MAX = 3_000;
const LOOK_EVERY_MS = 20;

/** Progress of an instruction. */
export interface Outcome {
  state: 'pending' | 'done' | 'refused';
  /** Why nothing was done; null unless refused. */
  refusal: StoredRefusal | null;
}

export interface StoredRefusal {
  code: RefusalCode;
  params: Record<string, string | number>;
}

/** Waits until the jobs have carried out or refused an instruction, for `waitMs` at most. */
export async function untilEnded(db: Db, { id }: Pick<OpenInstruction, 'id'>, waitMs = WAIT_MS_MAX): Promise<Outcome> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const row = await db
      .selectFrom('staff.instruction')
      .select(['done_at', 'refusal'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.done_at !== null || performance.now() >= untilMs) return outcomeOf(row);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Like `untilEnded`, but throws the refusal in which it ended. */
export async function carriedOut(
  db: Db,
  ordered: Pick<OpenInstruction, 'id'>,
  waitMs = WAIT_MS_MAX,
): Promise<'done' | 'pending'> {
  const { state, refusal } = await untilEnded(db, ordered, waitMs);
  if (refusal !== null) throw new Refusal(refusal.code, refusal.params);
  return state === 'pending' ? state : 'done';
}

export function outcomeOf({ done_at, refusal }: { done_at: Date | null; refusal: unknown }): Outcome {
  if (done_at === null) return { state: 'pending', refusal: null };
  return refusal === null
    ? { state: 'done', refusal: null }
    : { state: 'refused', refusal: refusal as unknown as StoredRefusal };
}

const AT_ONCE_MAX = 100;

/** Lists open instructions, oldest first, 100 at most. Their MACs are not verified yet. */
export async function openInstructions(db: Db): Promise<{ id: string; what: string }[]> {
  return db
    .selectFrom('staff.instruction')
    .select(['id', 'what'])
    .where('done_at', 'is', null)
    .orderBy('given_at')
    .orderBy('id')
    .limit(AT_ONCE_MAX)
    .execute();
}

/**
 * Locks an open instruction until the transaction ends. `gone`: it is done or locked elsewhere. `forged`: the server
 * did not write it.
 */
export async function takeInstruction(tx: Tx, macs: RowMacs, id: string): Promise<OpenInstruction | 'gone' | 'forged'> {
  const row = await tx.q
    .selectFrom('staff.instruction')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return 'gone';
  if (!macs.isGenuine('staff.instruction', row, row.mac)) return 'forged';
  const { what, subject, body, staff_id: staffId } = row;
  return { id, what: what as Instruction['what'], subject, body: body as unknown as Instruction['body'], staffId };
}

/** Stores the end of an instruction. */
export async function endInstruction(tx: Tx, id: string, refusal: Refusal | null): Promise<void> {
  const stored = refusal === null ? null : JSON.stringify({ code: refusal.code, params: refusal.params });
  await sql`
    update staff.instruction set done_at = clock.now(), refusal = ${stored}::jsonb
    where id = ${id}::uuid and done_at is null`.execute(tx.q);
}
