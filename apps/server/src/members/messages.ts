import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';

/** NOTIFY channel; the payload is the member who has a new message. */
export const MESSAGE_TOLD = 'message';

/** Something that happened to a member's money or account; the app makes words of kind and params. */
export interface Message {
  kind: string;
  params: Record<string, string | number>;
}

/** Tells a member in the transaction of what happened: both are there, or neither. */
export async function tellMember(
  tx: Tx,
  { bucket, memberId }: { bucket: number; memberId: string },
  { kind, params }: Message,
): Promise<void> {
  await sql`
    insert into members.message (bucket, member_id, id, kind, params, at)
    values (${bucket}::smallint, ${memberId}::uuid, ${newId()}::uuid, ${kind}, ${JSON.stringify(params)}::jsonb,
      clock.now())`.execute(tx.q);
  await sql`select pg_notify(${MESSAGE_TOLD}, ${memberId})`.execute(tx.q);
}
