import { type RawBuilder, sql } from 'kysely';

/** First and last bucket of a range. */
export type Buckets = readonly [number, number];

/** A range of transfers: closed epochs after one and up to another, or whole buckets up to an epoch. */
export type Span =
  | {
      by: 'epochs';
      after: number;
      upTo: number;
      indexedFrom: string;
      buckets: Buckets;
      /** Kinds of transfers in the span, to skip checks of absent kinds. Null until counted. */
      kinds: ReadonlySet<string> | null;
    }
  | { by: 'buckets'; buckets: Buckets; upTo: number };

/** Whether a span may contain transfers of one of these kinds. */
export function mayHold(span: Span, ...kinds: readonly string[]): boolean {
  if (span.by === 'buckets' || span.kinds === null) return true;
  const { kinds: held } = span;
  return kinds.some((kind) => held.has(kind));
}

/** SQL condition on `ledger.transfer t`. */
export function within(span: Span): RawBuilder<boolean> {
  const [first, last] = span.buckets;
  if (span.by === 'buckets') {
    return sql<boolean>`t.bucket between ${first}::smallint and ${last}::smallint and t.epoch <= ${span.upTo}::integer`;
  }
  return sql<boolean>`t.epoch > ${span.after}::integer and t.epoch <= ${span.upTo}::integer
    and t.day >= ${span.indexedFrom}::date and t.bucket between ${first}::smallint and ${last}::smallint`;
}
