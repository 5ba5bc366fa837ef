import type { VideoAccess } from '../../api/shared/types.ts';

/** Mark of a title's access terms. `open`: whether the member may watch it; null for a visitor. */
export type PriceMark =
  | { says: 'bought'; untilMs: number }
  | { says: 'free' }
  | { says: 'included' }
  | { says: 'balance'; balanceMinor: string; open: boolean | null }
  | { says: 'price'; priceMinor: string; hours: number };

interface Door {
  access: VideoAccess;
  open: boolean | null;
  boughtUntilMs: number | null;
}

/**
 * The mark of a title. A purchased title shows no price until its time ends; one that the balance opens is included.
 */
export function priceMarkOf({ access, open, boughtUntilMs }: Door, nowMs: number): PriceMark {
  if (boughtUntilMs !== null && boughtUntilMs > nowMs) return { says: 'bought', untilMs: boughtUntilMs };
  switch (access.kind) {
    case 'free':
      return { says: 'free' };
    case 'balance':
      return open === true ? { says: 'included' } : { says: 'balance', balanceMinor: access.balanceMinor, open };
    case 'bought':
      return { says: 'price', priceMinor: access.priceMinor, hours: access.hours };
  }
}

/** The duration of a purchase in its best unit: days for whole days from two days on. */
export function spanOf(hours: number): { unit: 'hours' | 'days'; count: number } {
  return hours >= 48 && hours % 24 === 0 ? { unit: 'days', count: hours / 24 } : { unit: 'hours', count: hours };
}
