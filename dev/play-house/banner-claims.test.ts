import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEACON_LINES } from '@tercet/contract/beacon-lines.ts';
import { LANGUAGES } from '@tercet/server/languages.ts';
import { expect, test } from 'vitest';
import { BANNERS } from './house-plan.ts';
import { BANNER_TEXTS } from './house-words.ts';

const LOCALES = join(import.meta.dirname, '../../apps/member/src/locales');

function linesOf(language: string): { beaconLineLocal: string; beaconLinePublic: string } {
  return JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')).home;
}

/** "Nobody" in the sentence on the public beacon of each language. */
const NOBODY =
  /nobody|хэн ч|касе онро|لا يستطيع أحد|누구도|nadie|ոչ ոք|không ai|mà không|tiada sesiapa|ไม่มีใคร|無人|誰にも/;

test.each(LANGUAGES)('in %s the banner claims that nobody can steer the dice only of a public beacon', (language) => {
  const { beaconLineLocal, beaconLinePublic } = linesOf(language);
  expect(beaconLinePublic).toMatch(NOBODY);
  expect(beaconLineLocal).not.toMatch(NOBODY);
});

test.each(LANGUAGES)('in %s staff preview the sentence that members read', (language) => {
  const { beaconLineLocal: houseRun, beaconLinePublic } = linesOf(language);
  expect(BEACON_LINES[language]).toEqual({ houseRun, public: beaconLinePublic });
});

test('no banner text of the play house itself makes a claim about the beacon', () => {
  const texts = [
    ...BANNERS.flatMap(({ title, body }) => [title, body]),
    ...Object.values(BANNER_TEXTS).flatMap((stated) => Object.values(stated).flat()),
  ];
  expect(texts.filter((text) => NOBODY.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes('{beacon}'))).toHaveLength(LANGUAGES.length);
});
