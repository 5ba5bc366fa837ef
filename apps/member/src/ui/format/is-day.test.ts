import { expect, it } from 'vitest';
import { isDay } from './is-day.ts';

it.each(['2026-02-28', '2024-02-29', '1970-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

it.each([
  ...[
    '',
    '-1',
    'zz',
    '2026-02-31',
    '2026-13-01',
    '2026-00-10',
    '2025-02-29',
    '2026-2-3',
    '2026-02-28T00:00Z',
    '20260228',
  ],
  ...['2026-02-28\n', '\u0000', '٢٠٢٦-٠٢-٢٨', '+2026-02-28', '02/28/2026'],
])('%j is none', (text) => {
  expect(isDay(text)).toBe(false);
});
