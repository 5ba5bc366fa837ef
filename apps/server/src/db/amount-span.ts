import { type RawBuilder, sql } from 'kysely';

/** Amounts in minor units, both inclusive. Without an end, the span is open there. */
export interface AmountSpan {
  min?: bigint | undefined;
  max?: bigint | undefined;
}

/** SQL condition for the rows of a span of amounts, with a leading `and`; empty for an open one. */
export function withinAmounts(amount: string, { min, max }: AmountSpan): RawBuilder<unknown> {
  const from = min === undefined ? sql`` : sql`and ${sql.ref(amount)} >= ${min}`;
  return max === undefined ? from : sql`${from} and ${sql.ref(amount)} <= ${max}`;
}
