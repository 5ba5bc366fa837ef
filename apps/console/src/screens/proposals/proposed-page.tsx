import { useQuery } from '@tanstack/react-query';
import { readSettings } from '../../api/house/settings.ts';
import { useText } from '../../features/language/use-text.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

/** Proposed URL of the support page beside the current one. Plain text, not a link. */
export function ProposedPage({ url }: { url: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={2} />;
  return (
    <Facts>
      <Fact label={t('diff.now')}>{data.service?.url ?? t('service.urlNone')}</Fact>
      <Fact label={t('diff.proposed')}>{url}</Fact>
    </Facts>
  );
}
