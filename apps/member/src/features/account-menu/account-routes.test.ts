import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { type RouteName, routeNames, routes } from '../../paths.ts';
import { ACCOUNT_GROUPS, accountEntryOf, entriesFor } from './account-routes.ts';
import { hasAccountMenu } from './has-account-menu.ts';

/** Screens of a member that need all the width, belong to no entry, or replace every other. */
const ELSEWHERE: RouteName[] = ['lottery', 'list', 'profile', 'myHosts', 'hostReports', 'restricted'];

test('every screen of a member has its entry in the menu, or belongs elsewhere', () => {
  const without = routeNames.filter((name) => routes[name].access === 'member' && accountEntryOf(name) === null);
  expect(without.sort()).toEqual([...ELSEWHERE].sort());
});

test('each entry leads to its own screen and has a title', () => {
  const entries = Object.values(ACCOUNT_GROUPS).flat();
  expect(entries.map((entry) => accountEntryOf(entry))).toEqual(entries);
  expect(entries.filter((entry) => !en.titles[entry])).toEqual([]);
  expect(new Set(entries).size).toBe(entries.length);
});

test('every screen with an entry shows the menu; main screens and wide screens do not', () => {
  expect(routeNames.filter((name) => accountEntryOf(name) !== null && !hasAccountMenu(name))).toEqual([]);
  for (const name of ['home', 'game', 'choose', 'video', 'mine', 'lottery', 'playVideo', 'list', 'profile'] as const)
    expect(hasAccountMenu(name), name).toBe(false);
});

test('a restricted member is offered only what opens', () => {
  expect(entriesFor('account', true)).toEqual(['notice', 'infomation', 'setting']);
  expect(entriesFor('account', false)).toContain('invite');
  expect(entriesFor('money', true)).toEqual(entriesFor('money', false));
});
