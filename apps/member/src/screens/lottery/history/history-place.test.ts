import { expect, test } from 'vitest';
import { forgetHistoryPlace, keepHistoryPlace, keptHistoryPlace } from './history-place.ts';

test('an entry of the history has one place, until it is forgotten', () => {
  keepHistoryPlace('one', { view: 'list', scrollPx: 0 });
  keepHistoryPlace('one', { view: 'grid', scrollPx: 250 });
  expect(keptHistoryPlace('one')).toEqual({ view: 'grid', scrollPx: 250 });
  expect(keptHistoryPlace('other')).toBeNull();
  forgetHistoryPlace('one');
  expect(keptHistoryPlace('one')).toBeNull();
});

test('the twenty newest entries are kept', () => {
  for (let entry = 0; entry <= 20; entry++) keepHistoryPlace(`entry ${entry}`, { view: 'list', scrollPx: entry });
  expect(keptHistoryPlace('entry 0')).toBeNull();
  expect(keptHistoryPlace('entry 1')).toEqual({ view: 'list', scrollPx: 1 });
});
