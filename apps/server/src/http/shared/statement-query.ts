import { z } from 'zod';
import { LEDGER_KINDS } from '../../ledger/kinds.ts';
import type { StatementFilter } from '../../ledger/statement-lines.ts';
import { Refusal } from '../../refusal.ts';

/** Amounts of up to 18 digits: more than any house owes, and no bigint of the database runs over. */
const Absolute = z.string().regex(/^\d{1,18}$/);

/** A day of a millennium that the database can count in. */
export const Day = z.iso.date().regex(/^2/);

/** Which lines of a statement: what the screen, the CSV file and their sums all take. */
export const FILTER = {
  from: Day.optional().describe('First day, in UTC'),
  to: Day.optional().describe('Last day, in UTC'),
  kind: z
    .preprocess(asList, z.array(z.enum(LEDGER_KINDS)).max(LEDGER_KINDS.length))
    .optional()
    .describe('Repeated, or with commas between'),
  minMinor: Absolute.optional().describe('Of the amount without its sign'),
  maxMinor: Absolute.optional(),
};

const Filter = z.object(FILTER);

/** The span of days as asked for. Throws `date-bad` where it ends before it begins. */
export function filterOf({ from, to, kind, minMinor, maxMinor }: z.infer<typeof Filter>): StatementFilter {
  if (from !== undefined && to !== undefined && to < from) throw new Refusal('date-bad', {}, { to: 'date-bad' });
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(kind === undefined || kind.length === 0 ? {} : { kinds: kind }),
    ...(minMinor === undefined ? {} : { min: BigInt(minMinor) }),
    ...(maxMinor === undefined ? {} : { max: BigInt(maxMinor) }),
  };
}

function asList(value: unknown): unknown {
  if (value === undefined) return value;
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  return texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
}
