import { expect, test } from 'vitest';
import { startsAt } from './starts.ts';

test('the last proposal counts, else the request', () => {
  const requested = { day: '2026-12-03', hour: '18:00' };
  expect(startsAt({ ...requested, proposal: null })).toEqual(requested);
  const proposal = { day: '2026-12-04', hour: '19:30', note: 'The museum closes early.' };
  expect(startsAt({ ...requested, proposal })).toEqual({ day: '2026-12-04', hour: '19:30' });
});
