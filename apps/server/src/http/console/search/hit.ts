import { z } from 'zod';
import { Minor } from '../../shared/shapes.ts';
import type { ConsoleDeps } from '../deps.ts';

export const HIT_KINDS = [
  ...(['member', 'withdrawal', 'payment', 'top-up', 'bet', 'complaint', 'draw'] as const),
  ...(['conversation', 'visitor', 'host', 'title', 'act'] as const),
] as const;

/** One found thing, with what tells it from others of its kind. */
export const HitAnswer = z.object({
  kind: z.enum(HIT_KINDS),
  id: z.string(),
  memberId: z.uuid().nullable().describe('Member whose data it shows; null for none'),
  name: z.string().describe('Name of the member, host, title or staff account; of a draw, its id'),
  about: z.string().nullable().describe('What else tells it apart, such as a masked account or a draw'),
  state: z.string().nullable(),
  amountMinor: Minor.nullable(),
  atMs: z.number().int().nullable(),
});
z.globalRegistry.add(HitAnswer, { id: 'SearchHit' });

export type Hit = z.infer<typeof HitAnswer>;

/** Hits of a kind per search. */
export const HITS_MAX = 8;
/** Latest things shown for a member who is found by the exact name or id. */
export const LATEST_MAX = 3;

export type SearchDeps = Pick<ConsoleDeps, 'db' | 'catalogue' | 'house' | 'payments'>;

export interface Found {
  hits: Hit[];
  /** There are more than shown. */
  hasMore: boolean;
}

export const NOTHING: Found = { hits: [], hasMore: false };

/** At most `HITS_MAX` of the hits. */
export function firstOf(hits: readonly Hit[], hasMore = false): Found {
  return { hits: hits.slice(0, HITS_MAX), hasMore: hasMore || hits.length > HITS_MAX };
}

/** A hit without the fields that do not apply. */
export function hit(found: Pick<Hit, 'kind' | 'id' | 'name'> & Partial<Hit>): Hit {
  return { memberId: null, about: null, state: null, amountMinor: null, atMs: null, ...found };
}
