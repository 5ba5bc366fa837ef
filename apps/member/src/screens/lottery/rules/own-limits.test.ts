import { expect, test } from 'vitest';
import type { Limit, LimitKind } from '../../../api/shared/types.ts';
import { ofPlay } from './own-limits.ts';

const limit = (kind: LimitKind, value: string | null): Limit => ({
  ...{ kind, value, usedMinor: null, leftMinor: null },
  ...{ setAtMs: null, asked: null },
});

test('a table lists the limits on play that are set, and none on top-ups', () => {
  const limits = [
    limit('session', '30'),
    limit('deposit-day', '500'),
    limit('loss-week', null),
    limit('loss-month', '900'),
    limit('stake-slip', '200'),
  ];
  expect(ofPlay(limits).map(({ kind }) => kind)).toEqual(['stake-slip', 'loss-month', 'session']);
  expect(ofPlay([])).toEqual([]);
});
