import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import { canonicalText } from './canonical.ts';

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

/**
 * Writes an act into the log, in the transaction of the act itself: both are there, or neither. The log has one writer
 * at a time: this waits for the head row and keeps it until the transaction ends, so call it last. Throws a TypeError
 * on an id that the database would write otherwise.
 */
export async function record(tx: Tx, act: Act): Promise<void> {
  refuseCapitals(act);
  const head = await tx.q.selectFrom('audit.head').select(['size', 'hash']).forUpdate().executeTakeFirstOrThrow();
  const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(tx.q);
  const at = rows[0]?.now ?? new Date(Number.NaN);
  const body = bodyOf(head.size, at, act);
  const hash = chained(head.hash, body);
  await tx.q
    .insertInto('audit.entry')
    .values({
      seq: head.size,
      at,
      staff_id: act.staff?.id ?? null,
      act: act.act,
      member_bucket: act.member?.bucket ?? null,
      member_id: act.member?.memberId ?? null,
      subject: act.subject ?? null,
      body,
      hash,
    })
    .execute();
  await tx.q
    .updateTable('audit.head')
    .set({ size: head.size + 1n, hash })
    .execute();
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
