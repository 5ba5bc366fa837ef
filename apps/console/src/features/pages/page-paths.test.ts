import { expect, test } from 'vitest';
import { rowsAt } from './page-paths.ts';

test.each([
  ['/api/book/liabilities', '/liabilities', null],
  [
    '/api/console/withdrawals?state=paid&endedFrom=2026-11-22',
    '/withdrawals',
    { state: 'paid', endedFrom: '2026-11-22' },
  ],
  ['/api/console/desk/threads?state=waiting', '/desk', { state: 'waiting' }],
  ['/api/console/visitor-threads?state=waiting', '/visitors', { state: 'waiting' }],
  ['/api/console/visitor-threads?topic=recovery', '/visitors', { topic: 'recovery' }],
  ['/api/console/day-draws?day=2026-11-22', '/day-draws', { day: '2026-11-22' }],
  ['/api/lotteries/dice-60/draws', '/draws', { lottery: 'dice-60' }],
  ['/api/lotteries/dice-60', '/draws', { lottery: 'dice-60' }],
])('the rows that %s lists are at %s', (path, page, filter) => {
  const { pathname, searchParams } = new URL(rowsAt(path), 'http://console');
  expect(pathname).toBe(page);
  expect(JSON.parse(searchParams.get('filter') ?? 'null')).toEqual(filter);
});
