import { useSearchParams } from 'react-router';
import type { StatementFilter } from '../../../api/money/statement.ts';
import type { LedgerKind } from '../../../api/shared/types.ts';
import { isDay } from '../../../ui/format/is-day.ts';

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

/** Filter of the statement: UTC days (`2026-11-01`), groups of kinds, absolute amounts in minor units. */
export interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  groups: Group[];
  min?: string | undefined;
  max?: string | undefined;
}

/** The filter of the statement, kept in the URL. */
export function useFilter(): { asked: Asked; ask(next: Asked): void } {
  const [search, setSearch] = useSearchParams();
  return {
    asked: readFilter(search),
    ask(next) {
      const { groups, ...rest } = next;
      const entries = Object.entries({ ...rest, kind: groups.join() });
      setSearch(Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1]))), {
        replace: true,
      });
    },
  };
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

export function filterOf({ from, to, groups, min, max }: Asked): StatementFilter {
  return { from, to, minMinor: min, maxMinor: max, kinds: groups.flatMap((group) => [...GROUPS[group]]) };
}

/** Number of active conditions. A range of days or of amounts counts as one. */
export function countFilters({ from, to, groups, min, max }: Asked): number {
  return [from ?? to, min ?? max].filter((one) => one !== undefined).length + (groups.length > 0 ? 1 : 0);
}
