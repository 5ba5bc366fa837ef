import { useQuery } from '@tanstack/react-query';
import { type NewLottery, type Odds, previewLottery, previewOdds } from '../../api/house/lotteries.ts';
import type { Proposal } from '../../api/staff/proposals.ts';
import { useText } from '../../features/language/use-text.ts';
import { OddsReview } from '../../features/odds/odds-review.tsx';
import { useMay } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';

/** The whole table of an open proposal: limits, the members' view, and each bet with exact chance and return. */
export function ProposedOdds({ proposal: { what, subject, body } }: { proposal: Proposal }) {
  const t = useText();
  const may = useMay();
  const lottery = what === 'lottery' ? (body as NewLottery) : null;
  const odds = lottery === null ? (body as Odds) : lottery.odds;
  const { data } = useQuery({
    // As in the changes above, which show loading and failure.
    queryKey: lottery === null ? ['table-preview', subject, odds] : ['table-preview', 'new', lottery],
    queryFn: ({ signal }) => (lottery === null ? previewOdds(subject, odds, signal) : previewLottery(lottery, signal)),
    enabled: may('POST /api/console/lotteries/preview') && (what === 'table' || what === 'lottery'),
  });
  if (data === undefined || data.bets.length === 0) return null;
  return (
    <Section title={t('odds.review')}>
      <OddsReview name={lottery?.name ?? subject} odds={odds} preview={data} />
    </Section>
  );
}
