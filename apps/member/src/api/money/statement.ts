import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, getBytes } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import { keys } from '../shared/query-keys.ts';
import type { LedgerKind, Minor, Report, Statement } from '../shared/types.ts';

const PAGE_SIZE = 30;

/** Selects lines of the statement. Days are UTC, amounts are absolute. */
export interface StatementFilter {
  from?: string | undefined;
  to?: string | undefined;
  kinds: readonly LedgerKind[];
  minMinor?: Minor | undefined;
  maxMinor?: Minor | undefined;
}

export function statementQuery(filter: StatementFilter) {
  return infiniteQueryOptions({
    queryKey: keys.statementOf(filter),
    queryFn: ({ signal, pageParam }) =>
      get<Statement>('/api/me/statement', {
        query: { ...inQuery(filter), limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

export function reportQuery(span: { from: string; to: string }) {
  return queryOptions({
    queryKey: keys.report(span),
    queryFn: ({ signal }) => get<Report>('/api/me/report', { query: span, signal }),
    meta: { live: true },
  });
}

/** URLs of statement files, in the page's language. The browser sends the session cookie. */
export const papers = {
  csv: (filter: StatementFilter, locale: string) => withQuery('/api/me/statement.csv', { ...inQuery(filter), locale }),
  /** `month` as `2026-11`. */
  month: (month: string, locale: string) => withQuery(`/api/me/statement/${month}.pdf`, { locale }),
  /** Without a kind, all transfers of the act. `ref`: that of a line, or the id of a bet, top-up or withdrawal. */
  receipt: (ref: string, locale: string, kind?: LedgerKind) =>
    withQuery(`/api/me/receipts/${ref}.pdf`, { kind, locale }),
};

function inQuery({ kinds, ...rest }: StatementFilter): Record<string, string | undefined> {
  return { ...rest, kind: kinds.length === 0 ? undefined : kinds.join() };
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return namedUrl(`${path}?${search}`);
}

/** A file of the statement, to hand it to another app. */
export function fetchPaper(url: string): Promise<Uint8Array> {
  return getBytes(url);
}
