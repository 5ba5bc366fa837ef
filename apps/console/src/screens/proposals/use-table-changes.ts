import type { BetCode, Odds, OddsTable } from '../../api/house/lotteries.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { ODDS_AMOUNTS } from '../../features/odds/odds-fields.ts';
import { useOddsText } from '../../features/odds/use-odds-text.ts';

/** One difference. The key is the bet or the amount. */
export interface TableChange {
  key: string;
  name: string;
  before: string;
  after: string;
}

/** Describes how a table differs from the current one. `table` is null if there is none. */
export function useTableChanges(table: OddsTable | null, odds: Odds): TableChange[] {
  const t = useText();
  const money = useMoney();
  const text = useOddsText();
  const bets = Object.entries(odds.multipliers).flatMap(([bet, multiplier]) => {
    const before = table?.bets.find((one) => one.bet === bet)?.multipliers;
    if (String(before) === String(multiplier)) return [];
    const was = before === undefined ? '–' : text.multiplier(before);
    return [{ key: bet, name: text.bet(bet as BetCode), before: was, after: text.multiplier(multiplier) }];
  });
  const amounts = ODDS_AMOUNTS.filter((name) => table?.[name] !== odds[name]).map((name) => ({
    key: name,
    name: t(`odds.amount.${name}`),
    before: table === null ? '–' : money(table[name]),
    after: money(odds[name]),
  }));
  return [...bets, ...amounts];
}
