/** A threshold of net deposits that the house set: what was deposited less what was paid out, in a span of days. */
export interface NetDepositThreshold {
  days: number;
  /** Minor units. */
  amount: bigint;
}

export interface CrossedThreshold extends NetDepositThreshold {
  /** Minor units. */
  net: bigint;
}

/** Most days of a threshold: cases repeat after as many. */
export const THRESHOLD_DAYS_MAX = 365;
/** Most thresholds of a house. */
const THRESHOLDS_MAX = 10;

/**
 * Reads thresholds as the environment gives them: `30:15000,90:200000` is 15,000 minor units in 30 days, and 200,000 in
 * 90. An empty text is none. Null for a text that is not readable.
 */
export function readThresholds(text: string): NetDepositThreshold[] | null {
  if (text.trim() === '') return [];
  const parts = text.split(',').map((part) => /^\s*([1-9]\d{0,2}):([1-9]\d{0,14})\s*$/.exec(part));
  const thresholds = parts.map((found) => ({ days: Number(found?.[1] ?? 0), amount: BigInt(found?.[2] ?? 0) }));
  if (thresholds.some(({ days, amount }) => days < 1 || days > THRESHOLD_DAYS_MAX || amount < 1n)) return null;
  const isRepeated = new Set(thresholds.map(({ days, amount }) => `${days}:${amount}`)).size < thresholds.length;
  return isRepeated || thresholds.length > THRESHOLDS_MAX ? null : thresholds;
}

/** The thresholds that a member's net deposits reach. `netOf` gives the net deposit of the last days in minor units. */
export function crossedOf(
  thresholds: readonly NetDepositThreshold[],
  netOf: (days: number) => bigint,
): CrossedThreshold[] {
  return thresholds
    .map((threshold) => ({ ...threshold, net: netOf(threshold.days) }))
    .filter(({ net, amount }) => net >= amount);
}
