import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalText } from '../crypto/canonical.ts';
import type { Tx } from '../db/transaction.ts';

/** An act of staff. `staff` is null for automatic acts and for those at the terminal. */
export interface Act {
  staff: { id: string; name: string; role: string } | null;
  /** A code, such as `withdrawal-refused`. */
  act: string;
  why: string | null;
  /** Member whose money or account is concerned. They can see the act. */
  member?: { bucket: number; memberId: string };
  /** Object of the act, such as `withdrawal/<id>`. */
  subject?: string;
  before?: unknown;
  after?: unknown;
  address: string;
}

/** Position and time of the next act. */
export interface Head {
  seq: bigint;
  at: Date;
}

/**
 * Appends an act to the audit log, in the transaction of the act itself. The log has one writer at a time: this locks
 * the head row until the transaction ends, so call it last. Throws a TypeError for an id with capital letters.
 */
export async function record(tx: Tx, act: Act): Promise<void> {
  const text = actText(await takeHead(tx), act);
  await sql`select audit.append(${text})`.execute(tx.q);
}

/** Locks the log's head until the transaction ends. */
export async function takeHead(tx: Tx): Promise<Head> {
  const { rows } = await sql<{ size: bigint; at: Date }>`select h.size, h.at from audit.take_head() h`.execute(tx.q);
  if (!rows[0]) throw new Error('the audit log has no head row');
  return { seq: rows[0].size, at: rows[0].at };
}

/** The log's text of an act, as canonical JSON. Throws a TypeError for an id with capital letters. */
export function actText({ seq, at }: Head, act: Act): string {
  refuseCapitals(act);
  return bodyOf(seq, at, act);
}

/** Throws for ids with capital letters. The database stores ids in lower case, and the hashed body must match them. */
function refuseCapitals({ staff, member }: Act): void {
  for (const id of [staff?.id, member?.memberId]) {
    if (id !== undefined && id !== id.toLowerCase()) throw new TypeError(`an id must be in lower case: ${id}`);
  }
}

/** Hash chain: SHA-256(before || body), the log's head after appending `body`. */
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
