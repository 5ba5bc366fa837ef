import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { readHouseFile } from './house-file.ts';

const folder = temporaryFolder('tercet-house-');
afterAll(() => folder.remove());

function fileOf(content: unknown): string {
  const path = join(folder.path, 'house.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const NOTHING = { operator: null, licence: null, funds: null, complaints: null, privacy: null, witnesses: [] };

test('a house without a file, or with an empty one, says nothing', async () => {
  expect(await readHouseFile(null)).toEqual(NOTHING);
  expect(await readHouseFile(fileOf({}))).toEqual(NOTHING);
});

test('members’ money is spoken of in words, on a page, or both', async () => {
  expect((await readHouseFile(fileOf({ funds: { text: 'Apart.' } }))).funds).toEqual({
    ...{ text: 'Apart.', link: null, rating: null },
  });
  const link = 'https://funds.example';
  expect((await readHouseFile(fileOf({ funds: { link, rating: 'high' } }))).funds).toEqual({
    ...{ text: null, link, rating: 'high' },
  });
});

test.each([
  ['text', 'is not valid JSON', '{'],
  ['a field that nobody reads', 'license', { license: {} }],
  ['a licence without a number', 'licence.number', { licence: { authority: 'A', link: 'https://a.example' } }],
  ['an empty number', 'licence.number', { licence: { number: ' ', authority: 'A', link: 'https://a.example' } }],
  ['a link that runs', 'complaints.link', { complaints: { name: 'B', link: 'javascript:alert(1)' } }],
  ['a link in the open', 'complaints.link', { complaints: { name: 'B', link: 'http://b.example' } }],
  ['no word about funds', 'funds', { funds: {} }],
  ['an unknown rating', 'funds.rating', { funds: { text: 'Apart.', rating: 'gold' } }],
  ['a contact that is none', 'operator.contact', { operator: { name: 'C', address: 'There', contact: 'call us' } }],
  ['a witness of nobody', 'witnesses.0.operator', { witnesses: [{ key: 'w+1+a' }] }],
])('with %s is refused with its name and the place', async (_what, place, content) => {
  const path = fileOf(content);
  await expect(readHouseFile(path)).rejects.toThrow(place);
  await expect(readHouseFile(path)).rejects.toThrow(`house file: ${path}`);
});

test('a file that is not there is named', async () => {
  const path = join(folder.path, 'nowhere.json');
  await expect(readHouseFile(path)).rejects.toThrow(`${path} cannot be read`);
});
