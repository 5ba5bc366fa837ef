import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** An act as the log holds it. */
export interface LoggedAct {
  seq: bigint;
  atMs: number;
  staff: { id: string; name: string; role: string } | null;
  act: string;
  why: string | null;
  memberId: string | null;
  subject: string | null;
  before: unknown;
  after: unknown;
  address: string;
  /** In hex. */
  hash: string;
}

export interface ActsPage {
  items: LoggedAct[];
  nextCursor: string | null;
  total: number;
}

export interface ActsQuery {
  member?: { bucket: number; memberId: string };
  /** A place in the log, exclusive. */
  before?: bigint;
  limit: number;
}

/** Acts, newest first: all, or those that touched a member. */
export async function listActs(q: Db | Tx['q'], { member, before, limit }: ActsQuery): Promise<ActsPage> {
  let base = q.selectFrom('audit.entry');
  if (member) base = base.where('member_bucket', '=', member.bucket).where('member_id', '=', member.memberId);
  const rows = await (before === undefined ? base : base.where('seq', '<', before))
    .select(['seq', 'body', 'hash'])
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const { n } = await base.select((eb) => eb.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
  const items = rows.slice(0, limit).map(actOf);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? String(last.seq) : null, total: Number(n) };
}

/** Who did certain acts to a member since a moment, and when; what was done at a terminal has nobody. */
export async function listDoers(
  q: Db | Tx['q'],
  member: { bucket: number; memberId: string },
  acts: readonly string[],
  since: Date,
): Promise<{ staffId: string; at: Date }[]> {
  const rows = await q
    .selectFrom('audit.entry')
    .select(['staff_id', 'at'])
    .where('member_bucket', '=', member.bucket)
    .where('member_id', '=', member.memberId)
    .where('act', 'in', acts)
    .where('at', '>', since)
    .execute();
  return rows.flatMap(({ staff_id: staffId, at }) => (staffId === null ? [] : [{ staffId, at }]));
}

/** What one person only proposes, and where another has to agree first, speaks to the member for nobody yet. */
export function isProposal(act: string): boolean {
  return act.endsWith('-proposed');
}

function actOf({ seq, body, hash }: { seq: bigint; body: string; hash: Buffer }): LoggedAct {
  const { staff, at, act, why, member, subject, before, after, address } = JSON.parse(body);
  return {
    seq,
    atMs: Date.parse(at),
    staff,
    act,
    why,
    memberId: member,
    subject,
    before,
    after,
    address,
    hash: hash.toString('hex'),
  };
}
