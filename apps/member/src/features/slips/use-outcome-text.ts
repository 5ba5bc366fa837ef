import { useTranslations } from 'use-intl';
import type { Slip } from '../../api/shared/types.ts';
import { outcomeOf } from './settled-words.ts';

/** The outcome of a slip in words: "Won", "Less than staked". */
export function useOutcomeText(): (slip: Slip) => string {
  const t = useTranslations('slips');
  return (slip) => {
    const outcome = outcomeOf(slip);
    if (outcome !== 'partly') return t(`state.${outcome}`);
    return t(slip.payoutMinor === slip.totalMinor ? 'even' : 'partly');
  };
}
