import { hash, randomBytes } from 'node:crypto';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';

const LINK_DAYS = 400;

/** Replaces the host's link and returns the token. Only its hash is stored, so it cannot be shown again. */
export async function makeLink(tx: Tx, hostId: string): Promise<string> {
  await tx.q.selectFrom('directory.host').select('id').where('id', '=', hostId).forUpdate().execute();
  const at = await clockNow(tx.q);
  await tx.q
    .updateTable('directory.link')
    .set({ ended_at: at })
    .where('host_id', '=', hostId)
    .where('ended_at', 'is', null)
    .execute();
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(at.getTime() + LINK_DAYS * DAY_MS);
  await tx.q
    .insertInto('directory.link')
    .values({ id: newId(), host_id: hostId, token_hash: hashOf(token), at, expires_at })
    .execute();
  return token;
}

/**
 * The host of a link, locked until the transaction ends. Null for an ended, expired or unknown link, and for a removed
 * host.
 */
export async function hostOfLink(tx: Tx, token: string): Promise<string | null> {
  const token_hash = hashOf(token);
  const found = await tx.q
    .selectFrom('directory.link')
    .select('host_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  if (!found) return null;
  await tx.q.selectFrom('directory.host').select('id').where('id', '=', found.host_id).forUpdate().execute();
  // Verify behind the host's lock: a new link may have replaced this one meanwhile.
  const row = await tx.q
    .selectFrom('directory.link as l')
    .innerJoin('directory.host as h', 'h.id', 'l.host_id')
    .select('h.id')
    .where('l.token_hash', '=', token_hash)
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', await clockNow(tx.q))
    .where('h.removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
