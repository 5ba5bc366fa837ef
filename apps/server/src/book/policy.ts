import { hash } from 'node:crypto';
import {
  canonicalJson,
  cosignaturesOf,
  NOTE_COSIGNATURE,
  parseNote,
  parseVerifierKey,
  type WitnessPolicy,
} from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { lockHead } from './book.ts';

/** A verified cosignature of a checkpoint. */
export interface CosignatureLine {
  /** Verifier key. */
  witness: string;
  /** By the witness's clock. */
  atSeconds: number;
  /** Line of the signed note, with its newline. */
  line: string;
}

/** Id of a policy: SHA-256 of the canonical JSON of witnesses and quorum. Null for no policy. */
export function policyId({ witnesses, quorum }: WitnessPolicy): Buffer | null {
  if (quorum === 0) return null;
  return hash('sha256', canonicalJson({ quorum: String(quorum), witnesses: [...witnesses] }), 'buffer');
}

/** Whether each witness has a valid cosigning key and no two share a key. */
export function isPolicySound({ witnesses }: WitnessPolicy): boolean {
  const keys = witnesses.map(parseVerifierKey);
  const publicKeys = new Set(keys.map((key) => (key?.algorithm === NOTE_COSIGNATURE ? key.publicKey : null)));
  return !publicKeys.has(null) && publicKeys.size === witnesses.length;
}

/** Records a policy, so that checkpoints that meet it are recorded from now on. Returns its id; null for no policy. */
export async function recordPolicy(tx: Tx, policy: WitnessPolicy): Promise<Buffer | null> {
  const id = policyId(policy);
  if (id === null) return null;
  await sql`
    insert into book.policy (id, quorum, witnesses)
    values (${id}, ${policy.quorum}::smallint, ${[...policy.witnesses]}::text[]) on conflict do nothing`.execute(tx.q);
  return id;
}

/** The valid cosignatures of one witness among received lines for a note. */
export function cosignatureLines(note: string, lines: readonly string[], witness: string): CosignatureLine[] {
  const text = parseNote(note)?.text;
  if (text === undefined) return [];
  return lines.flatMap((line) => {
    // Verifies each line separately: an invalid one must not affect the others.
    const [found] = cosignaturesOf(`${text}\n${line}\n`, [witness]);
    return found ? [{ witness, atSeconds: found.atSeconds, line: `${line}\n` }] : [];
  });
}

/**
 * Stores cosignatures of a signed checkpoint, and records which policies it meets. Holds the book's lock, so that no
 * decision on a seal falls between the two. Returns whether any cosignature was new.
 */
export function keepCosignatures(db: Db, size: number, found: readonly CosignatureLine[]): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockHead(tx);
    return insertCosignatures(tx, size, found);
  });
}

/** Like `keepCosignatures`, for a caller that holds the book's lock. */
export async function insertCosignatures(tx: Tx, size: number, found: readonly CosignatureLine[]): Promise<boolean> {
  const { rows } = await sql`
      insert into book.cosignature (size, witness, at_s, line, seen_at)
      select ${size}::bigint, q.witness, q.at_s, q.line, clock.now()
      from unnest(${found.map((one) => one.witness)}::text[], ${found.map((one) => one.atSeconds)}::bigint[],
        ${found.map((one) => one.line)}::text[]) q (witness, at_s, line)
      on conflict do nothing returning size`.execute(tx.q);
  if (rows.length === 0) return false;
  await sql`
      insert into book.quorum_met (policy, size, at)
      select p.id, ${size}::bigint, to_timestamp(q.at_s)
      from book.policy p
      cross join lateral (
        select e.at_s from (
          select w.witness, min(w.at_s) as at_s from book.cosignature w
          where w.size = ${size}::bigint and w.witness = any (p.witnesses) group by w.witness
        ) e order by e.at_s offset p.quorum - 1 limit 1
      ) q
      on conflict do nothing`.execute(tx.q);
  return true;
}

/** Time window in which witnesses must first see an entry (milliseconds). */
export interface MetWindow {
  fromMs: number;
  byMs: number;
}

/**
 * SQL condition: whether a checkpoint with the entry met the policy within the window, and none did before it. A book
 * seen before the lock cannot contain a valid seal. Each argument is an expression, so that it works for many rows.
 */
export function isMetWithin(policy: unknown, seq: unknown, from: unknown, by: unknown) {
  return sql<boolean>`(
    exists (select 1 from book.quorum_met m where m.policy = ${policy} and m.size > ${seq} and m.at >= ${from} and m.at <= ${by})
    and not exists (
      select 1 from book.quorum_met m where m.policy = ${policy} and m.size > ${seq} and m.at < ${from}
        and m.at >= ${from}::timestamptz - interval '1 hour'))`;
}

/** `isMetWithin` for one entry. */
export async function wasMetWithin(tx: Tx, policy: Buffer, seq: bigint, { fromMs, byMs }: MetWindow): Promise<boolean> {
  const met = isMetWithin(policy, sql`${seq}::bigint`, new Date(fromMs), new Date(byMs));
  const { rows } = await sql<{ met: boolean }>`select ${met} as met`.execute(tx.q);
  return rows[0]?.met === true;
}

/** Whether a checkpoint with the entry met the policy before a moment (milliseconds). */
export async function wasMetBefore(q: Db | Tx['q'], policy: Buffer, seq: bigint, beforeMs: number): Promise<boolean> {
  const row = await q
    .selectFrom('book.quorum_met')
    .select('size')
    .where('policy', '=', policy)
    .where('size', '>', seq)
    .where('at', '<', new Date(beforeMs))
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
