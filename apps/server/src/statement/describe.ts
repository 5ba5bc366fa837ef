import type { StatementLine } from '../ledger/statement-lines.ts';
import { fill, type Words } from './words.ts';

/** The slip that a line belongs to, as its member knows it. */
export interface SlipName {
  lottery: string;
  period: number;
}

/** What the lines of slips are called in the ledger. */
export const SLIP_KINDS: ReadonlySet<string> = new Set(['stake', 'payout', 'refund', 'return']);

/** What a line is, in the reader's words. `place` makes each value one piece within them. */
export function describeLine(
  { kind, heldFor }: Pick<StatementLine, 'kind' | 'heldFor'>,
  words: Words,
  slip: SlipName | undefined,
  place: (value: string) => string = (value) => value,
): string {
  if (slip) {
    const values = { lottery: place(slip.lottery), period: place(String(slip.period)) };
    return fill(words.ofSlip, { kind: words.kind[kind], ...values });
  }
  const isOtherHold = heldFor !== null && heldFor !== 'withdrawal';
  if (isOtherHold && Object.hasOwn(words.heldOther, kind)) return words.heldOther[kind as keyof Words['heldOther']];
  return words.kind[kind];
}
