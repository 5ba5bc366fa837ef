import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TablePreview } from '../../api/house/lotteries.ts';
import { useSettled } from './use-settled.ts';

/** Computes a table while it is typed. `ask` is null while a field cannot be read. */
export function useTablePreview<Ask extends object>(
  key: string,
  ask: Ask | null,
  read: (ask: Ask, signal: AbortSignal) => Promise<TablePreview>,
) {
  // Compare by JSON, since each reading of the form makes a new object.
  const requested = useSettled(ask === null ? null : JSON.stringify(ask));
  return useQuery({
    queryKey: ['table-preview', key, requested],
    queryFn: ({ signal }) => read(JSON.parse(requested ?? '') as Ask, signal),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
  });
}
