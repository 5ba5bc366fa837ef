import { BETS, fairMultiplier, isNumberBet } from '@tercet/fair';
import { LIMITS } from '../../../../dev/play-house/house-plan.ts';

/** Fair odds of the whole Sic Bo layout, less four percent. */
export const multipliers = Object.fromEntries(
  BETS.map((bet) => [bet, isNumberBet(bet) ? [20_000, 30_000, 120_000] : fairMultiplier(bet, 96, 100)]),
);
export const odds = {
  multipliers,
  stakeMinMinor: String(LIMITS.stakeMin),
  stakeMaxMinor: String(LIMITS.stakeMax),
  slipMaxMinor: String(LIMITS.slipMax),
  memberCapMinor: String(LIMITS.memberCap),
  periodCapMinor: String(LIMITS.periodCap),
  minBalanceMinor: '0',
};

/** A new Sic Bo lottery, as the console proposes it. */
export function plan(key: string, change: Record<string, unknown> = {}) {
  const display = { name: 'Sic Bo', description: 'Numbers and pairs', icon: 'steady', hot: true, position: 5 };
  const texts = { ko: { name: '식보', description: '' } };
  return { key, class: 'sic-bo', ...display, texts, periodSeconds: 60, odds, ...change };
}
