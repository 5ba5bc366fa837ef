import { describe, expect, it } from 'vitest';
import type { LedgerKind } from '../../api/shared/types.ts';
import english from '../../locales/en.json';
import { monthsSince } from './months.ts';
import { countFilters, filterOf, GROUPS, readFilter } from './use-filter.ts';

describe('the filter of the statement', () => {
  it('has a group for every kind of movement, and none twice', () => {
    const grouped: LedgerKind[] = Object.values(GROUPS).flat();
    expect(grouped.toSorted()).toEqual(Object.keys(english.statement.kind).toSorted());
  });

  it('is read from the address, as far as it can be', () => {
    const filter = readFilter(new URLSearchParams('from=2026-11-01&to=soon&kind=top-ups,gifts&min=500&max=-1'));
    expect(filter).toEqual({ from: '2026-11-01', to: undefined, groups: ['top-ups'], min: '500', max: undefined });
    expect(filterOf(filter)).toMatchObject({ from: '2026-11-01', kinds: ['top-up'], minMinor: '500' });
    expect(filterOf(readFilter(new URLSearchParams()), 'bets').kinds).toEqual(['stake', 'payout', 'refund', 'return']);
    expect(countFilters(filter)).toBe(3);
    expect(countFilters(readFilter(new URLSearchParams()))).toBe(0);
  });
});

describe('the months of the statement', () => {
  const now = Date.parse('2026-01-31T23:59:59Z');

  it('go back to the one in which the member joined', () => {
    expect(monthsSince(Date.parse('2025-11-30T00:00:00Z'), now)).toEqual(['2026-01', '2025-12', '2025-11']);
    expect(monthsSince(now, now)).toEqual(['2026-01']);
    // The phone's clock is behind the club's, so the member joined in its future.
    expect(monthsSince(now + 86_400_000, now)).toEqual(['2026-01']);
  });

  it('are three years at most', () => {
    expect(monthsSince(0, now)).toHaveLength(36);
  });
});
