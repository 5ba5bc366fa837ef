import { useInfiniteQuery } from '@tanstack/react-query';
import { hostReportsQuery } from '../../api/library/guide.ts';
import type { HostReport } from '../../api/shared/types.ts';

/** The member's newest report of a host, among the loaded ones; null if none. */
export function useMyReport(hostId: string): HostReport | null {
  const { data } = useInfiniteQuery(hostReportsQuery());
  return data?.pages.flatMap(({ items }) => items).find((report) => report.hostId === hostId) ?? null;
}
