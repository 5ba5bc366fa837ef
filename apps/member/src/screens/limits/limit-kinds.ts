import { plainText } from '@tercet/contract/words.ts';
import type { Limit, LimitKind } from '../../api/shared/types.ts';

/** Sections of the screen with their limits, in display order. */
export const GROUPS = [
  { key: 'deposit', kinds: ['deposit-day', 'deposit-week', 'deposit-month'] },
  { key: 'stake', kinds: ['stake-slip', 'stake-day'] },
  { key: 'loss', kinds: ['loss-day', 'loss-week', 'loss-month'] },
  { key: 'time', kinds: ['session', 'check'] },
] as const satisfies readonly { key: string; kinds: readonly LimitKind[] }[];

/** Maximum of a session limit and of the interval between reality checks: a day. */
export const MINUTES_MAX = 1440;

/** True if the value is in minutes; otherwise it is in minor units. */
export function isInMinutes(kind: LimitKind): boolean {
  return kind === 'session' || kind === 'check';
}

/** Used share of a limit, 0 to 1; null without a limit or a count. */
export function shareUsed({ value, usedMinor }: Pick<Limit, 'value' | 'usedMinor'>): number | null {
  if (value === null || usedMinor === null) return null;
  const [limit, used] = [BigInt(value), BigInt(usedMinor)];
  if (used <= 0n) return 0;
  if (used >= limit) return 1;
  return Number((used * 1000n) / limit) / 1000;
}

/** Effect of a change. Null means no limit, which is the loosest. */
export function changeTo(current: string | null, next: string | null): 'same' | 'tighter' | 'looser' {
  if (current === next) return 'same';
  if (current === null) return 'tighter';
  if (next === null) return 'looser';
  return BigInt(next) < BigInt(current) ? 'tighter' : BigInt(next) > BigInt(current) ? 'looser' : 'same';
}

/** Parses minutes, in the digits of any script. Null if invalid or out of range. */
export function minutesOf(typed: string): number | null {
  const plain = plainText(typed);
  if (!/^\d{1,4}$/.test(plain)) return null;
  const minutes = Number(plain);
  return minutes >= 1 && minutes <= MINUTES_MAX ? minutes : null;
}
