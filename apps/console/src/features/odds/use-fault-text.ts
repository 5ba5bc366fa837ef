import type { TableFault } from '../../api/house/lotteries.ts';
import { useText } from '../language/use-text.ts';
import { useOddsText } from './use-odds-text.ts';

/** Explains why a table may not be published, and names the bet. */
export function useFaultText(): (fault: TableFault) => string {
  const t = useText();
  const odds = useOddsText();
  return ({ code, bet }) => {
    const stated = t(`tableFault.${code}`);
    return bet === null ? stated : `${odds.bet(bet)}: ${stated}`;
  };
}
