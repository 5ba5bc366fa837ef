import type { Wallet } from '../../api/shared/types.ts';

type Rule = Wallet['withdrawal'];

export type AmountFault = 'above-balance' | 'nothing' | 'too-many-today' | 'too-small' | 'too-large';

/** The fault of an amount under the withdrawal rule; null if none. Withdrawing the whole balance is always allowed. */
export function faultOfAmount(minor: bigint, availableMinor: string, rule: Rule): AmountFault | null {
  const available = BigInt(availableMinor);
  if (minor <= 0n) return 'nothing';
  if (minor > available) return 'above-balance';
  if (minor === available) return null;
  if (rule.leftToday <= 0) return 'too-many-today';
  if (minor < BigInt(rule.minMinor)) return 'too-small';
  return minor > BigInt(rule.maxMinor) ? 'too-large' : null;
}

/** True for faults to show at once. Others wait for submit, since a typed 50 begins with 5. */
export function isPlain(fault: AmountFault): boolean {
  return fault === 'above-balance' || fault === 'too-large';
}
