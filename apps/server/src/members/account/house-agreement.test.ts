import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../dev/temporary-folder.ts';
import { PLAY_AGREEMENTS } from './agreement.ts';
import { readAgreements } from './house-agreement.ts';

const folder = temporaryFolder('tercet-agreement-');
afterAll(() => folder.remove());

const IDS = ['terms', 'game-rules', 'privacy'];

function sections(first: string, ids = IDS) {
  return ids.map((id) => ({ id, title: `On ${id}`, paragraphs: [`${first}, ${id}`] }));
}

function fileOf(text: unknown): string {
  const path = join(folder.path, 'agreement.json');
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
  return path;
}

const WELL = { version: 3, texts: { en: sections('Money'), es: sections('Dinero') } };

test('without a file it is the text that speaks of play credits', async () => {
  expect(await readAgreements(null)).toBe(PLAY_AGREEMENTS);
  expect(PLAY_AGREEMENTS.kind).toBe('play');
});

test('a house’s own is read in the reader’s language, and in English where that is missing', async () => {
  const own = await readAgreements(fileOf(WELL));
  expect([own.version, own.kind]).toEqual([3, 'own']);
  expect(own.read('es-MX')).toEqual({ version: 3, locale: 'es', sections: WELL.texts.es });
  for (const locale of ['ja', 'xx', undefined])
    expect(own.read(locale)).toEqual({ version: 3, locale: 'en', sections: WELL.texts.en });
});

test('one that still opens like the text for play is known as a copy, in whatever language', async () => {
  const inJapanese = PLAY_AGREEMENTS.read('ja').sections;
  const copy = await readAgreements(fileOf({ ...WELL, texts: { ...WELL.texts, ja: inJapanese } }));
  expect(copy.kind).toBe('copy');
});

test.each([
  ['no JSON', '{', /agreement\.json is not valid JSON/],
  ['no version', { texts: WELL.texts }, /agreement\.json: version: /],
  ['version 0', { ...WELL, version: 0 }, /agreement\.json: version: /],
  ['no English', { ...WELL, texts: { es: WELL.texts.es } }, /texts: lacks "en"/],
  ['a language that the club does not speak', { ...WELL, texts: { ...WELL.texts, de: sections('Geld') } }, /texts/],
  ['no word of privacy', { ...WELL, texts: { en: sections('Money', IDS.slice(0, 2)) } }, /lacks one of terms/],
  [
    'other sections in one language',
    { ...WELL, texts: { ...WELL.texts, es: sections('Dinero', [...IDS, 'more']) } },
    /order/,
  ],
  ['an empty paragraph', { ...WELL, texts: { en: [{ ...sections('')[0], paragraphs: [' '] }] } }, /paragraphs\.0: /],
  ['a field that nobody knows', { ...WELL, title: 'Agreement' }, /Unrecognized key/],
])('%s is refused in one line that names the file', async (_what, text, message) => {
  await expect(readAgreements(fileOf(text))).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readAgreements(join(folder.path, 'nothing.json'))).rejects.toThrow(/nothing\.json cannot be read/);
});
