import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from './language.ts';
import { filled } from './messages.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function startIn(tags: string[]): Promise<string[]> {
  vi.stubGlobal('navigator', { languages: tags });
  const heard: string[] = [];
  await languages.start((language) => heard.push(language));
  return heard;
}

test('the first language is the browser’s, else English', async () => {
  expect(await startIn(['de-DE', 'mn-MN', 'en'])).toEqual(['mn']);
  expect(languages.read().messageOf('actions.retry')).toMatch(/[а-я]/i);
  expect(await startIn(['de-DE'])).toEqual(['en']);
});

test('of two choices in a row the last one is shown and kept', async () => {
  const heard = await startIn(['en']);
  await Promise.all([languages.choose('mn'), languages.choose('en')]);
  expect([heard, languages.read().language]).toEqual([['en'], 'en']);
  expect([...kept.values()]).toEqual(['en']);
  expect(await startIn(['mn'])).toEqual(['en']);
});

test('a part that is added while the language changes has its texts in the new language', async () => {
  await startIn(['en']);
  const added = languages.add('part').then(() => languages.read().language);
  await languages.choose('mn');
  expect(await added).toBe('mn');
});

test('a message takes its values; an unknown key has none', () => {
  expect(filled('{count} of {total}', { count: 2 })).toBe('2 of ');
  expect(languages.read().messageOf('no.such.key')).toBeNull();
});
