import { plainText } from '@tercet/contract/words.ts';
import type { Limit, LimitKind } from '../../api/shared/types.ts';

/** The parts of the screen, each with its limits in the order in which they are shown. */
export const GROUPS = [
  { key: 'deposit', kinds: ['deposit-day', 'deposit-week', 'deposit-month'] },
  { key: 'stake', kinds: ['stake-slip', 'stake-day'] },
  { key: 'loss', kinds: ['loss-day', 'loss-week', 'loss-month'] },
  { key: 'time', kinds: ['session', 'check'] },
] as const satisfies readonly { key: string; kinds: readonly LimitKind[] }[];

/** The most minutes that a session or the time between two checks may have: a day. */
export const MINUTES_MAX = 1440;

/** Whether its value is minutes; of all others it is minor units. */
export function isInMinutes(kind: LimitKind): boolean {
  return kind === 'session' || kind === 'check';
}

/** What of a limit is used, from 0 to 1; null where nothing is counted, or there is no limit. */
export function shareUsed({ value, usedMinor }: Pick<Limit, 'value' | 'usedMinor'>): number | null {
  if (value === null || usedMinor === null) return null;
  const [limit, used] = [BigInt(value), BigInt(usedMinor)];
  if (used <= 0n) return 0;
  if (used >= limit) return 1;
  return Number((used * 1000n) / limit) / 1000;
}

/** What setting a limit anew would mean. No limit at all is the loosest. */
export function changeTo(current: string | null, next: string | null): 'same' | 'tighter' | 'looser' {
  if (current === next) return 'same';
  if (current === null) return 'tighter';
  if (next === null) return 'looser';
  return BigInt(next) < BigInt(current) ? 'tighter' : BigInt(next) > BigInt(current) ? 'looser' : 'same';
}

/** Minutes as they are typed, in whatever digits; null for what are none, or too many. */
export function minutesOf(typed: string): number | null {
  const plain = plainText(typed);
  if (!/^\d{1,4}$/.test(plain)) return null;
  const minutes = Number(plain);
  return minutes >= 1 && minutes <= MINUTES_MAX ? minutes : null;
}
