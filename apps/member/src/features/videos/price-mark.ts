import type { VideoAccess } from '../../api/shared/types.ts';

/** What stands on the door of a title. `open`: whether it is for whoever reads it; null for a visitor. */
export type PriceMark =
  | { says: 'bought'; untilMs: number }
  | { says: 'free' }
  | { says: 'balance'; balanceMinor: string; open: boolean | null }
  | { says: 'price'; priceMinor: string; hours: number };

interface Door {
  access: VideoAccess;
  open: boolean | null;
  boughtUntilMs: number | null;
}

/** What was bought needs no price until its time is over; everything else says what it asks for, open or not. */
export function priceMarkOf({ access, open, boughtUntilMs }: Door, nowMs: number): PriceMark {
  if (boughtUntilMs !== null && boughtUntilMs > nowMs) return { says: 'bought', untilMs: boughtUntilMs };
  switch (access.kind) {
    case 'free':
      return { says: 'free' };
    case 'balance':
      return { says: 'balance', balanceMinor: access.balanceMinor, open };
    case 'bought':
      return { says: 'price', priceMinor: access.priceMinor, hours: access.hours };
  }
}

/** For how long it is bought, in the unit that reads best: whole days from two days on. */
export function spanOf(hours: number): { unit: 'hours' | 'days'; count: number } {
  return hours >= 48 && hours % 24 === 0 ? { unit: 'days', count: hours / 24 } : { unit: 'hours', count: hours };
}
