import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { listPossibleMatches } from '../../api/members/possible-matches.ts';
import { useText } from '../../features/language/use-text.ts';
import { EmptyList, LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { MatchCard } from './match-card.tsx';

/** Accounts that may be a second account of an excluded member, oldest first. */
export function PossibleMatchesPage() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['possible-matches'],
    queryFn: ({ signal }) => listPossibleMatches(signal),
    retry: false,
  });
  return (
    <Stack spacing={2}>
      <PageHead title={t('matches.title')} about={t('matches.about')} />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingList columns={3} /> : null}
      {data?.length === 0 ? <EmptyList text={t('matches.empty')} /> : null}
      {data?.map((match) => (
        <MatchCard key={match.id} match={match} />
      ))}
    </Stack>
  );
}
