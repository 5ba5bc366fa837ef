import { describe, expect, it } from 'vitest';
import type { LimitKind } from '../../../api/shared/types.ts';
import { blockOf } from './block.ts';

const free = {
  closed: false,
  resumesAtMs: null,
  availableMinor: '50000',
  minBalanceMinor: '50000',
  limits: [] as { kind: LimitKind; leftMinor: string | null }[],
};
const left = (kind: LimitKind, leftMinor: string | null) => [{ kind, leftMinor }];

describe('what keeps a member from every bet at a table', () => {
  it('is nothing at exactly the minimum balance and with a unit left of each limit', () => {
    expect(blockOf(free)).toBeNull();
    expect(blockOf({ ...free, limits: [...left('stake-day', '1'), ...left('loss-week', null)] })).toBeNull();
  });

  it('is a balance below the minimum, with what is missing', () => {
    expect(blockOf({ ...free, availableMinor: '1000' })).toEqual({ kind: 'min-balance', missingMinor: 49_000n });
    expect(blockOf({ ...free, availableMinor: '49999' })).toEqual({ kind: 'min-balance', missingMinor: 1n });
  });

  it('is a limit on stakes or losses that leaves nothing, with the words of the server’s refusal', () => {
    const spent = (kind: LimitKind) => blockOf({ ...free, limits: left(kind, '0') });
    expect(spent('stake-day')).toMatchObject({ kind: 'limit', issue: { code: 'limit-stake-day' } });
    for (const kind of ['loss-day', 'loss-week', 'loss-month'] as const) {
      expect(spent(kind)).toMatchObject({ kind: 'limit', issue: { code: 'limit-loss', params: { leftMinor: '0' } } });
    }
    expect(spent('deposit-day')).toBeNull();
  });

  it('is first a closed table, then the session limit', () => {
    const all = { ...free, availableMinor: '0', resumesAtMs: 5, limits: left('stake-day', '0') };
    expect(blockOf({ ...all, closed: true })).toEqual({ kind: 'closed' });
    expect(blockOf(all)).toEqual({ kind: 'session', resumesAtMs: 5 });
    expect(blockOf({ ...all, resumesAtMs: null })?.kind).toBe('limit');
  });
});
