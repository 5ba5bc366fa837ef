import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalText } from '../crypto/canonical.ts';
import type { Tx } from '../db/transaction.ts';

/** One act of staff. `staff` is null for what the house does by itself or by hand at a terminal. */
export interface Act {
  staff: { id: string; name: string; role: string } | null;
  /** A code, such as `withdrawal-refused`. */
  act: string;
  why: string | null;
  /** Whose money or account it touches: he is shown it. */
  member?: { bucket: number; memberId: string };
  /** What it was done to, such as `withdrawal/<id>`. */
  subject?: string;
  before?: unknown;
  after?: unknown;
  address: string;
}

/** The place and the time of the next act. */
export interface Head {
  seq: bigint;
  at: Date;
}

/**
 * Writes an act into the log, in the transaction of the act itself: both are there, or neither. The log has one writer
 * at a time: this waits for the head row and keeps it until the transaction ends, so call it last. Throws a TypeError
 * on an id that the database would write otherwise.
 */
export async function record(tx: Tx, act: Act): Promise<void> {
  const text = actText(await takeHead(tx), act);
  await sql`select audit.append(${text})`.execute(tx.q);
}

/** Holds the log's head until the transaction ends. */
export async function takeHead(tx: Tx): Promise<Head> {
  const { rows } = await sql<{ size: bigint; at: Date }>`select h.size, h.at from audit.take_head() h`.execute(tx.q);
  if (!rows[0]) throw new Error('the log of acts has no head');
  return { seq: rows[0].size, at: rows[0].at };
}

/** What the log holds of an act. Throws a TypeError on an id that the database would write otherwise. */
export function actText({ seq, at }: Head, act: Act): string {
  refuseCapitals(act);
  return bodyOf(seq, at, act);
}

/** The body is hashed as it stands, and the columns beside it hold ids in small letters: they have to say the same. */
function refuseCapitals({ staff, member }: Act): void {
  for (const id of [staff?.id, member?.memberId]) {
    if (id !== undefined && id !== id.toLowerCase()) throw new TypeError(`an id in capitals: ${id}`);
  }
}

/** The head of a log that has `body` behind what led to `before`: SHA-256(before || body). */
export function chained(before: Uint8Array, body: string): Buffer {
  return createHash('sha256').update(before).update(body, 'utf8').digest();
}

function bodyOf(seq: bigint, at: Date, act: Act): string {
  const { staff, member } = act;
  return canonicalText({
    seq,
    at,
    staff: staff && { id: staff.id, name: staff.name, role: staff.role },
    act: act.act,
    why: act.why,
    member: member?.memberId ?? null,
    subject: act.subject ?? null,
    before: act.before ?? null,
    after: act.after ?? null,
    address: act.address,
  });
}
