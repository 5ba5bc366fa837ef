import { expect, test } from 'vitest';
import { hitPath } from './hit-path.ts';

test.each([
  [{ kind: 'member', id: 'm', memberId: 'm' }, '/members/m/show'],
  [{ kind: 'withdrawal', id: 'w', memberId: 'm' }, '/withdrawals/m~w/show'],
  [{ kind: 'payment', id: 'p', memberId: 'm' }, '/payments/m~p/show'],
  [{ kind: 'top-up', id: 't', memberId: 'm' }, '/members/m/show?part=statement'],
  [{ kind: 'bet', id: 's', memberId: 'm' }, '/members/m/show?part=statement'],
  [{ kind: 'complaint', id: 'c', memberId: 'm' }, '/complaints/m~c/show'],
  [{ kind: 'conversation', id: 't', memberId: 'm' }, '/desk/m~t/show'],
  [{ kind: 'visitor', id: 'v', memberId: null }, '/visitors/v/show'],
  [{ kind: 'host', id: 'h', memberId: null }, '/hosts/h/show'],
  [{ kind: 'title', id: 't', memberId: null }, '/videos/t/show'],
] as const)('%j is at %s', (hit, path) => {
  expect(hitPath(hit)).toBe(path);
});

test('draws and acts are at the beginning of a page of their list', () => {
  const query = (path: string) => Object.fromEntries(new URL(path, 'http://console').searchParams);
  const draw = hitPath({ kind: 'draw', id: 'dice-60/41', memberId: null });
  expect(query(draw)).toEqual({ filter: '{"lottery":"dice-60"}', page: '2', cursor: '42' });
  const act = hitPath({ kind: 'act', id: '7', memberId: 'm' });
  expect(query(act)).toEqual({ filter: '{"member":"m"}', page: '2', cursor: '8' });
});
