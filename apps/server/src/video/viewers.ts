import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import type { Viewer } from './access.ts';

/** A member as a viewer of films, with their purchases. */
export interface KnownViewer extends Omit<Viewer, 'boughtUntilMs'> {
  /** End of each valid purchase in Unix milliseconds, by title. */
  bought: ReadonlyMap<string, number>;
}

/** Reads a viewer. `years`: the member's age in whole years. */
export async function readViewer(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  { years, restricted }: { years: number; restricted: boolean },
): Promise<KnownViewer> {
  const own = ofMember({ bucket, memberId });
  const { rows } = await sql<{ available: bigint; access: boolean | null; bought: Record<string, number> | null }>`
    select b.available,
      (select h.access from video.choice h where h.bucket = b.bucket and h.member_id = b.member_id) as access,
      (select jsonb_object_agg(o.title_id, o.until_ms) from (
        select p.title_id, floor(extract(epoch from max(p.until)) * 1000) as until_ms from video.purchase p
        where p.bucket = b.bucket and p.member_id = b.member_id and p.refunded_at is null and p.until > clock.now()
        group by p.title_id) o) as bought
    from ledger.balance b where ${own}`.execute(q);
  const found = rows[0];
  return {
    years,
    restricted,
    available: found?.available ?? 0n,
    accessOn: found?.access ?? true,
    bought: new Map(Object.entries(found?.bought ?? {}).map(([id, untilMs]) => [id, Number(untilMs)])),
  };
}

export function viewerOf({ bought, ...same }: KnownViewer, titleId: string): Viewer {
  return { ...same, boughtUntilMs: bought.get(titleId) ?? null };
}
