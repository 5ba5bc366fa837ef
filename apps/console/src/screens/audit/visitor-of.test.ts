import { expect, test } from 'vitest';
import { visitorOf } from './visitor-of.ts';

test('only the subject of a visitor’s conversation has an id', () => {
  const id = '018f9c3e-2b8d-7cc2-8a3f-1d2e3f4a5b6c';
  expect(visitorOf(`visitor/${id}`)).toBe(id);
  for (const other of [null, '', 'visitor/', `visitor/${id}/x`, `complaint/${id}`, `my-visitor/${id}`])
    expect(visitorOf(other)).toBeNull();
});
