import type { StatementLine } from '../ledger/statement-lines.ts';
import { fill, type Words } from './words.ts';

/** Name of the slip that a line belongs to. */
export interface SlipName {
  lottery: string;
  period: number;
}

/** Ledger kinds of lines that belong to slips. */
export const SLIP_KINDS: ReadonlySet<string> = new Set(['stake', 'payout', 'refund', 'return']);

/** Describes a line in the reader's language. `place` wraps each inserted value. */
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
