/**
 * Who may see a film whole. `free`: everybody who is old enough. `balance`: whoever has so much available, and nothing
 * is charged. `bought`: whoever has paid the price, for so many hours.
 */
export type Access =
  | { kind: 'free' }
  | { kind: 'balance'; balance: bigint }
  | { kind: 'bought'; price: bigint; hours: number };

/** What a title says of itself; `house`: nothing. */
export interface TitleTerms {
  access: 'house' | 'free' | 'balance' | 'bought';
  balance: bigint | null;
  price: bigint | null;
  hours: number | null;
}

/** What the house says for titles that say nothing. */
export interface HouseTerms {
  access: 'free' | 'balance';
  balance: bigint | null;
}

/** Of whoever wants to watch. */
export interface Viewer {
  /** Whole years. */
  years: number;
  /** Minor units; what is held does not count. */
  available: bigint;
  /** His own switch. */
  accessOn: boolean;
  /** Until when he has bought the title; null: never, or it was refunded. */
  boughtUntilMs: number | null;
  /** In a session that is open for getting money out alone. */
  restricted: boolean;
}

/** Why somebody sees no more than the preview, and how he would see all of it. */
export type Lock =
  | { why: 'sign-in'; access: Access }
  | { why: 'restricted' }
  | { why: 'too-young'; age: number }
  | { why: 'switched-off' }
  | { why: 'balance'; balance: bigint; missing: bigint }
  | { why: 'price'; price: bigint; hours: number };

/** What rules for a title: its own terms, or those of the house. */
export function accessOf(title: TitleTerms, house: HouseTerms): Access {
  const { access, balance, price, hours } = title.access === 'house' ? { price: null, hours: null, ...house } : title;
  if (access === 'balance' && balance !== null) return { kind: 'balance', balance };
  if (access === 'bought' && price !== null && hours !== null) return { kind: 'bought', price, hours };
  if (access === 'free') return { kind: 'free' };
  throw new Error(`terms of a title that say nothing: ${access}`);
}

/** Null where all of it is open; `viewer` null for a visitor. What was bought stays open to the end of its time. */
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
