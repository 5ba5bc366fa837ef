import { readListViews } from '../../../api/staff/list-views.ts';

/** Query of the saved views of all lists, read once per page load. */
export const VIEWS_QUERY = {
  queryKey: ['list-views'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readListViews(signal),
  staleTime: Number.POSITIVE_INFINITY,
};
