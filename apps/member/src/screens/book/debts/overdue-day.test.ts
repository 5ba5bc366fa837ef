import { expect, it } from 'vitest';
import { overdueDay } from './overdue-day.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const state = { latestDate: '2026-11-20', dueDate: '2026-11-20', overdue: false };

it('names the missing day, whatever the house claims', () => {
  expect(overdueDay(state, at('01:09:59'))).toBeNull();
  expect(overdueDay(state, at('01:10:00'))).toBe('2026-11-21');
  expect(overdueDay({ ...state, latestDate: '2026-11-21' }, at('12:00:00'))).toBeNull();
  expect(overdueDay({ latestDate: null, dueDate: null, overdue: false }, at('12:00:00'))).toBeNull();
  expect(overdueDay({ ...state, dueDate: '2026-11-19', overdue: true }, at('00:00:00'))).toBe('2026-11-19');
});
