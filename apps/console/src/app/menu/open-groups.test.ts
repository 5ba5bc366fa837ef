import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GroupSize, LINKS_MAX, openGroups, withGroup } from './open-groups.ts';

const GROUPS: GroupSize[] = [
  { name: 'desk', links: 3 },
  { name: 'money', links: 5 },
  { name: 'people', links: 3 },
  { name: 'log', links: 2 },
];
const namesOf = (opened: readonly string[], always = 1) => [...openGroups(GROUPS, opened, always)];

test('the groups opened last stay open, as long as their links fit', () => {
  expect(namesOf(['desk', 'money', 'people', 'log'])).toEqual(['desk', 'money']);
  expect(namesOf(['people', 'desk', 'money', 'log'])).toEqual(['people', 'desk', 'log']);
  expect(namesOf([])).toEqual([]);
});

test('the group opened last is open, even if its links alone do not fit', () => {
  expect(namesOf(['money', 'desk'], 8)).toEqual(['money']);
});

test('unknown groups, as another role has opened them, are ignored', () => {
  expect(namesOf(['nothing', 'desk'])).toEqual(['desk']);
});

test('with two groups open at least, no more than ten links are visible', () => {
  const sizes = fc.uniqueArray(fc.record({ name: fc.string(), links: fc.integer({ min: 2, max: 9 }) }), {
    selector: ({ name }) => name,
  });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 4 }), (groups, always) => {
      const open = openGroups(groups, groups.map(({ name }) => name).reverse(), always);
      const shown = groups.filter(({ name }) => open.has(name)).reduce((sum, { links }) => sum + links, always);
      expect(open.size < 2 || shown <= LINKS_MAX).toBe(true);
    }),
  );
});

test('an opened group comes first, a folded one goes', () => {
  expect(withGroup(['desk', 'money'], 'money', true)).toEqual(['money', 'desk']);
  expect(withGroup(['desk', 'money'], 'log', true)).toEqual(['log', 'desk', 'money']);
  expect(withGroup(['desk', 'money'], 'desk', false)).toEqual(['money']);
});
