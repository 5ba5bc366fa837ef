import { expect, test } from 'vitest';
import { keysIn } from './keys-in.ts';

const KEYS = new Set([
  'list.all',
  'list.state',
  'desk.state.open',
  'desk.state.closed',
  'visitors.state.open',
  'desk.on',
]);
const of = (source: string) => [...keysIn(source, KEYS)].sort();

test('a key in quotes is named; another text, or a key within a longer one, is not', () => {
  expect(of("t('list.all'); t('list.none'); import('./list.all.ts')")).toEqual(['list.all']);
});

test('a template names all keys that its holes can make', () => {
  expect(of('t(`desk.state.${state}`)')).toEqual(['desk.state.closed', 'desk.state.open']);
  expect(of('t(`${row.words}.state.open`)')).toEqual(['desk.state.open', 'visitors.state.open']);
  expect(of('t(`${words}.${name}`)')).toEqual(['desk.on', 'list.all', 'list.state']);
  expect(of('t(`desk.state.x${state}`)')).toEqual([]);
});
