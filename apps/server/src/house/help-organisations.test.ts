import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { organisationsFor, readHelpOrganisations } from './help-organisations.ts';

const folder = temporaryFolder('tercet-help-');
afterAll(() => folder.remove());

const GOOD = { name: 'Somebody', url: 'https://help.example', phone: '0800 12-34', languages: ['en', 'zh-Hant'] };

function fileOf(content: unknown): string {
  const path = join(folder.path, 'help.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('the list that comes along', () => {
  test('has somebody in each country whose language the club speaks, and somebody everywhere', async () => {
    const all = await readHelpOrganisations(null);
    const countries = new Set(all.map(({ country }) => country));
    const spoken = ['MN', 'TJ', 'AM', 'VN', 'MY', 'TH', 'TW', 'JP', 'KR', 'GB', 'DE', 'ES', 'MX', 'US', 'FR'];
    expect(spoken.filter((country) => !countries.has(country))).toEqual([]);
    const everywhere = all.filter(({ country }) => country === 'international').map(({ name }) => name);
    expect(everywhere).toEqual(expect.arrayContaining(['Gambling Therapy', 'Gamblers Anonymous']));
  });

  test('leads to nobody twice in one country', async () => {
    const places = (await readHelpOrganisations(null)).map(({ country, url }) => `${country} ${url}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('a list of the operator’s own', () => {
  test('takes its place', async () => {
    const path = fileOf({ international: [GOOD], SE: [{ ...GOOD, phone: null }] });
    expect(await readHelpOrganisations(path)).toEqual([
      { ...GOOD, country: 'international' },
      { ...GOOD, phone: null, country: 'SE' },
    ]);
  });

  test.each([
    ['text', 'is not valid JSON', '{'],
    ['a list', 'expected record', []],
    ['nobody who helps everywhere', 'international', { SE: [GOOD] }],
    ['a country that is none', 'Sweden', { international: [GOOD], Sweden: [GOOD] }],
    ['a country without anybody', 'SE', { international: [GOOD], SE: [] }],
    ['an address that is no page', 'international.0.url', { international: [{ ...GOOD, url: 'javascript:alert(1)' }] }],
    [
      'an address that anybody could change on the way',
      'url',
      { international: [{ ...GOOD, url: 'http://a.example' }] },
    ],
    ['a number that is none', 'international.0.phone', { international: [{ ...GOOD, phone: 'call us' }] }],
    ['no name', 'international.0.name', { international: [{ ...GOOD, name: ' ' }] }],
    ['a language that is none', 'languages', { international: [{ ...GOOD, languages: ['English'] }] }],
    ['a field that nobody reads', 'extra', { international: [{ ...GOOD, extra: 1 }] }],
  ])('with %s is refused with its name and the place', async (_what, place, content) => {
    const path = fileOf(content);
    const reading = readHelpOrganisations(path);
    await expect(reading).rejects.toThrow(place);
    await expect(reading).rejects.toThrow(path);
  });

  test('that is not there is named', async () => {
    const path = join(folder.path, 'nowhere.json');
    await expect(readHelpOrganisations(path)).rejects.toThrow(path);
  });
});

describe('who is shown', () => {
  const one = (country: string) => ({ ...GOOD, name: `of ${country}`, country });
  const all = [one('international'), one('SE'), one('FI'), one('SE')];
  const namesFor = (country: string | null) => organisationsFor(all, country).map(({ name }) => name);

  test('are those of the country, then those that help everywhere', () => {
    expect(namesFor('SE')).toEqual(['of SE', 'of SE', 'of international']);
  });

  test('are those that help everywhere where a country has nobody', () => {
    expect(namesFor('XX')).toEqual(['of international']);
  });

  test('are all where no country is asked for', () => {
    expect(namesFor(null)).toEqual(['of SE', 'of FI', 'of SE', 'of international']);
  });
});
