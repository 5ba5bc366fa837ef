import { useQuery } from '@tanstack/react-query';
import { readSettings } from '../../api/house/settings.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { RuleDiff } from '../../features/rules/rule-diff.tsx';
import { type RuleValues, valuesOf } from '../../features/rules/rule-fields.ts';

/** The proposed rule beside the current one. */
export function ProposedRule({ rule }: { rule: RuleValues }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={4} />;
  return <RuleDiff before={valuesOf(data.rule)} after={rule} />;
}
