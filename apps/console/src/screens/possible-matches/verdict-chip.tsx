import type { PossibleMatch } from '../../api/members/possible-matches.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** What staff decided about a pair of accounts, or that it waits. */
export function VerdictChip({ verdict }: Pick<PossibleMatch, 'verdict'>) {
  const t = useText();
  if (verdict === null) return <StateChip tone="wait" label={t('matches.state.open')} />;
  return <StateChip tone={verdict === 'same' ? 'bad' : 'good'} label={t(`matches.verdict.${verdict}`)} />;
}
