/**
 * Condition to see a whole film. `free`: old enough. `balance`: this amount available, in minor units; nothing is
 * charged. `bought`: the price was paid, for this many hours.
 */
export type Access =
  | { kind: 'free' }
  | { kind: 'balance'; balance: bigint }
  | { kind: 'bought'; price: bigint; hours: number };

/** Access terms of a title; `house`: it has none of its own. */
export interface TitleTerms {
  access: 'house' | 'free' | 'balance' | 'bought';
  balance: bigint | null;
  price: bigint | null;
  hours: number | null;
}

/** Terms of titles without their own. */
export interface HouseTerms {
  access: 'free' | 'balance';
  balance: bigint | null;
}

/** A member who wants to watch. */
export interface Viewer {
  /** Age in whole years. */
  years: number;
  /** Available balance in minor units, without held amounts. */
  available: bigint;
  /** The member's own switch for films. */
  accessOn: boolean;
  /** End of the purchase of this title; null if never bought, or refunded. */
  boughtUntilMs: number | null;
  /** True in a session that is restricted to withdrawals. */
  restricted: boolean;
}

/** Why a viewer sees only the preview, and how to unlock the rest. */
export type Lock =
  | { why: 'sign-in'; access: Access }
  | { why: 'restricted' }
  | { why: 'too-young'; age: number }
  | { why: 'switched-off' }
  | { why: 'balance'; balance: bigint; missing: bigint }
  | { why: 'price'; price: bigint; hours: number };

/** Effective terms of a title: its own, or the house's. */
export function accessOf(title: TitleTerms, house: HouseTerms): Access {
  const { access, balance, price, hours } = title.access === 'house' ? { price: null, hours: null, ...house } : title;
  if (access === 'balance' && balance !== null) return { kind: 'balance', balance };
  if (access === 'bought' && price !== null && hours !== null) return { kind: 'bought', price, hours };
  if (access === 'free') return { kind: 'free' };
  throw new Error(`incomplete terms of a title: ${access}`);
}

/**
 * The lock of a title; null if the viewer may see all of it. `viewer` is null for a visitor. A purchase keeps a title
 * open until its end.
 */
export function lockOf(access: Access, age: number, viewer: Viewer | null, nowMs: number): Lock | null {
  if (viewer === null) return { why: 'sign-in', access };
  if (viewer.restricted) return { why: 'restricted' };
  if (viewer.years < age) return { why: 'too-young', age };
  if (!viewer.accessOn) return { why: 'switched-off' };
  if (viewer.boughtUntilMs !== null && viewer.boughtUntilMs > nowMs) return null;
  switch (access.kind) {
    case 'free':
      return null;
    case 'balance': {
      const missing = access.balance - viewer.available;
      return missing <= 0n ? null : { why: 'balance', balance: access.balance, missing };
    }
    case 'bought':
      return { why: 'price', price: access.price, hours: access.hours };
  }
}
