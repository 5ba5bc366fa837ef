import { type RawBuilder, sql } from 'kysely';

/** First and last of some buckets. */
export type Buckets = readonly [number, number];

/** A range of transfers: closed epochs after one and up to another, or whole buckets up to an epoch. */
export type Span =
  | { by: 'epochs'; after: number; upTo: number; indexedFrom: string; buckets: Buckets }
  | { by: 'buckets'; buckets: Buckets; upTo: number };

/** The condition on `ledger.transfer t`. */
export function within(span: Span): RawBuilder<boolean> {
  const [first, last] = span.buckets;
  if (span.by === 'buckets') {
    return sql<boolean>`t.bucket between ${first}::smallint and ${last}::smallint and t.epoch <= ${span.upTo}::integer`;
  }
  return sql<boolean>`t.epoch > ${span.after}::integer and t.epoch <= ${span.upTo}::integer
    and t.day >= ${span.indexedFrom}::date and t.bucket between ${first}::smallint and ${last}::smallint`;
}
