import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flat } from '../features/language/messages.ts';
import en from './en.json';
import mn from './mn.json';

const english = flat(en);
const mongolian = flat(mn);

function valuesOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
}

test('both languages say the same things, with the same values in them', () => {
  expect([...mongolian.keys()]).toEqual([...english.keys()]);
  for (const [key, message] of english) expect(valuesOf(mongolian.get(key) ?? ''), key).toEqual(valuesOf(message));
});

test('messages name their values in braces, without % or $ in front', () => {
  const odd = [...english, ...mongolian].filter(([, message]) => /[%$]\{/.test(message));
  expect(odd).toEqual([]);
});

test('Mongolian is not English', () => {
  const same = [...english].filter(([key, message]) => /[a-z]{4}/.test(message) && mongolian.get(key) === message);
  expect(same).toEqual([]);
});

test('every message is used somewhere', () => {
  const folder = join(import.meta.dirname, '..');
  const source = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const isAsked = (key: string) => {
    const parts = key.split('.');
    // Code may build a key from parts: `withdrawals.state.${state}`, `hint.${kind}.short`.
    const holed = parts.map((_, hole) =>
      parts.map((part, at) => (at === hole ? '\\$\\{[\\w.]+\\}' : part)).join('\\.'),
    );
    return source.includes(`'${key}'`) || holed.some((pattern) => new RegExp(`\`${pattern}\``).test(source));
  };
  expect([...english.keys()].filter((key) => !isAsked(key))).toEqual([]);
});

test('each act that the server records has a name', () => {
  const folder = join(import.meta.dirname, '../../../server/src');
  const acts = globSync('**/*.ts', { cwd: folder }).flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/\bact: '([a-z-]+)'/g)].map(([, act]) => act ?? ''),
  );
  expect(acts.length).toBeGreaterThan(50);
  expect(acts.filter((act) => !english.has(`logged.${act}`))).toEqual([]);
});
