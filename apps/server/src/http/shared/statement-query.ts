import { z } from 'zod';
import type { StatementFilter } from '../../ledger/statement-lines.ts';
import { LEDGER_KINDS } from '../../ledger/transfer-kinds.ts';
import { Refusal } from '../../refusal.ts';

/** Amounts of up to 18 digits. That exceeds any house's debt and fits into a bigint of the database. */
const Absolute = z.string().regex(/^\d{1,18}$/);

/** A date in the years 2000 to 2999, which the database can represent. */
export const Day = z.iso.date().regex(/^2/);

/** Span of days of a list. */
export const DAYS = {
  from: Day.optional().describe('First day, in UTC'),
  to: Day.optional().describe('Last day, in UTC'),
};

/** Span of amounts of a list. */
export const AMOUNTS = {
  minMinor: Absolute.optional(),
  maxMinor: Absolute.optional(),
};

/** Filter of a statement, shared by the screen, the CSV file and their sums. */
export const FILTER = {
  ...DAYS,
  ...AMOUNTS,
  kind: z
    .preprocess(asList, z.array(z.enum(LEDGER_KINDS)).max(LEDGER_KINDS.length))
    .optional()
    .describe('Repeated parameters, or separated by commas'),
  minMinor: AMOUNTS.minMinor.describe('Compared with the amount without its sign'),
};

const Filter = z.object(FILTER);

/** The filter as the domain takes it. Throws `date-bad` if the span ends before it begins. */
export function filterOf({ from, to, kind, minMinor, maxMinor }: z.infer<typeof Filter>): StatementFilter {
  return {
    ...spanOf({ from, to }),
    ...(kind === undefined || kind.length === 0 ? {} : { kinds: kind }),
    ...amountsOf({ minMinor, maxMinor }),
  };
}

/** The span of amounts as the domain takes it. */
export function amountsOf({ minMinor, maxMinor }: z.infer<z.ZodObject<typeof AMOUNTS>>): {
  min?: bigint;
  max?: bigint;
} {
  return {
    ...(minMinor === undefined ? {} : { min: BigInt(minMinor) }),
    ...(maxMinor === undefined ? {} : { max: BigInt(maxMinor) }),
  };
}

/** The span as the domain takes it. Throws `date-bad` if it ends before it begins. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: string;
  to?: string;
} {
  if (from !== undefined && to !== undefined && to < from) throw new Refusal('date-bad', {}, { to: 'date-bad' });
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function asList(value: unknown): unknown {
  if (value === undefined) return value;
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  return texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
}
