import { useSearchParams } from 'react-router';
import type { StatementFilter } from '../../api/money/statement.ts';
import type { DaySpan, LedgerKind } from '../../api/shared/types.ts';
import { isDay } from '../../ui/format/is-day.ts';

/** Parts of the records. */
export const RECORD_KINDS = ['statement', 'top-ups', 'withdrawals', 'bets'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds of movement, grouped under names that members know. */
export const GROUPS = {
  bets: ['stake'],
  winnings: ['payout'],
  'stakes-back': ['refund', 'return'],
  'top-ups': ['top-up'],
  withdrawals: ['hold', 'post', 'release', 'bounce'],
  videos: ['purchase', 'purchase-refund'],
  other: ['grant', 'correction'],
} as const satisfies Record<string, readonly LedgerKind[]>;

export type Group = keyof typeof GROUPS;

export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** Types of transactions that belong to a kind; none for all. */
const GROUPS_OF: Record<RecordKind, readonly Group[]> = {
  statement: [],
  'top-ups': ['top-ups'],
  withdrawals: ['withdrawals'],
  bets: ['bets', 'winnings', 'stakes-back'],
};

/** Filter of the statement: UTC days (`2026-11-01`), groups of kinds, absolute amounts in minor units. */
export interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  groups: Group[];
  min?: string | undefined;
  max?: string | undefined;
}

/** The filter of the records, kept in the URL. Types and amounts filter the transactions alone. */
export function useFilter(kind: RecordKind): { asked: Asked; ask(next: Asked): void } {
  const [search, setSearch] = useSearchParams();
  const { groups, ...read } = readFilter(search);
  return {
    asked: kind === 'statement' ? { ...read, groups } : { from: read.from, to: read.to, groups: [] },
    ask({ groups: types, from, to, min, max }) {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries({ from, to, min, max, kind: types.join() })) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { replace: true });
    },
  };
}

/** The days of the filter. */
export function useDays(): DaySpan {
  const { from, to } = readFilter(useSearchParams()[0]);
  return { from, to };
}

export function isBounded({ from, to }: DaySpan): boolean {
  return from !== undefined || to !== undefined;
}

/** Reads the filter from the URL; ignores invalid values. */
export function readFilter(search: URLSearchParams): Asked {
  const [from, to] = ['from', 'to'].map((name) => matching(search, name, isDay));
  const [min, max] = ['min', 'max'].map((name) => matching(search, name, (text) => /^\d{1,18}$/.test(text)));
  const named = (search.get('kind') ?? '').split(',');
  return { from, to, min, max, groups: GROUP_NAMES.filter((group) => named.includes(group)) };
}

function matching(search: URLSearchParams, name: string, isRead: (text: string) => boolean): string | undefined {
  const value = search.get(name);
  return value !== null && isRead(value) ? value : undefined;
}

/** The transactions that the filter selects among those of a kind. */
export function filterOf({ from, to, groups, min, max }: Asked, kind: RecordKind = 'statement'): StatementFilter {
  const types = groups.length > 0 ? groups : GROUPS_OF[kind];
  return { from, to, minMinor: min, maxMinor: max, kinds: types.flatMap((group) => [...GROUPS[group]]) };
}

/** Number of active conditions. A range of days or of amounts counts as one. */
export function countFilters({ from, to, groups, min, max }: Asked): number {
  return [from ?? to, min ?? max].filter((one) => one !== undefined).length + (groups.length > 0 ? 1 : 0);
}
