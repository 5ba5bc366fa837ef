import { expect, test } from 'vitest';
import type { ListView, ListViewsAnswer } from '../../../api/staff/list-views.ts';
import { chosenColumns, nextSort } from '../columns.ts';
import { chipsOf, isShown, keptFilter, openingOf } from './views.ts';

const QUERY = { filter: { state: 'paid', minMinor: '100' }, sort: '-amount', columns: ['state'] };
const view = (more: Partial<ListView> = {}): ListView => ({
  ...{ id: 'v-1', list: 'withdrawals', name: 'Large', role: null, ownerId: 'finn', query: QUERY },
  ...more,
});
const USUAL = { filter: { state: 'in-review' }, sort: null, columns: null };

test('a view is shown when filter, sorting and columns are its own, in any order of the filter', () => {
  expect(isShown(view(), QUERY)).toBe(true);
  expect(isShown(view(), { ...QUERY, filter: { minMinor: '100', state: 'paid' } })).toBe(true);
  expect(isShown(view(), { ...QUERY, filter: { state: 'paid' } })).toBe(false);
  expect(isShown(view(), { ...QUERY, sort: null })).toBe(false);
  expect(isShown(view(), { ...QUERY, columns: ['payee'] })).toBe(false);
  expect(isShown(view({ query: { ...QUERY, columns: null } }), { ...QUERY, columns: ['payee'] })).toBe(true);
});

test('a list opens with the reader’s default view of this list, and without one as usual', () => {
  const answer: ListViewsAnswer = {
    views: [view(), view({ id: 'v-2', list: 'payments' })],
    choices: [{ list: 'withdrawals', viewId: 'v-1', columns: null }],
  };
  expect(openingOf(answer, 'withdrawals', USUAL)).toEqual(QUERY);
  expect(openingOf(answer, 'payments', USUAL)).toEqual(USUAL);
  expect(openingOf({ ...answer, views: [] }, 'withdrawals', USUAL)).toEqual(USUAL);
  expect(openingOf(undefined, 'withdrawals', USUAL)).toEqual(USUAL);
});

test('an owner has no chips of views that other roles share', () => {
  const shared = view({ id: 'v-3', role: 'finance', ownerId: 'greta' });
  const answer = { views: [view(), shared], choices: [] };
  const idsFor = (id: string, role: string) => chipsOf(answer, 'withdrawals', { id, role }).map((one) => one.id);
  expect(idsFor('finn', 'finance')).toEqual(['v-1', 'v-3']);
  expect(idsFor('olga', 'owner')).toEqual([]);
});

test('a view keeps no filter that names a person', () => {
  expect(keptFilter({ state: 'all', memberId: 'm', userName: 'mira', realName: 'x', search: 'y' })).toEqual({
    state: 'all',
  });
});

test('the first column and the acts stay, whatever is chosen', () => {
  const columns = ['name', 'state', 'due', 'acts'].map((key) => ({ key, label: key, cell: () => null }));
  const keys = (chosen: string[] | null) => chosenColumns(columns, chosen).map(({ key }) => key);
  expect(keys(null)).toEqual(['name', 'state', 'due', 'acts']);
  expect(keys(['due'])).toEqual(['name', 'due', 'acts']);
  expect(keys(['none'])).toEqual(['name', 'acts']);
});

test('a column is sorted up, then down, then as usual', () => {
  expect([nextSort('at', null), nextSort('at', 'at'), nextSort('at', '-at')]).toEqual(['at', '-at', null]);
  expect(nextSort('at', '-amount')).toBe('at');
});
