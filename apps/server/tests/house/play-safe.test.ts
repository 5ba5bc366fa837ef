import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { LANGUAGES } from '../../src/languages.ts';
import { openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

const folder = temporaryFolder('tercet-play-safe-');
let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
afterAll(async () => {
  await server?.stop();
  await club?.close();
  folder.remove();
});

interface Answer {
  locale: string;
  sections: { title: string; paragraphs: string[] }[];
}

async function ask(query: string, from = server): Promise<Answer> {
  return (await (await fetch(`${from.address}/api/play-safe${query}`)).json()) as Answer;
}

test('all languages have a text of their own, with as many paragraphs', async () => {
  const english = await ask('');
  expect(english.locale).toBe('en');
  const shapeOf = ({ sections }: Answer) => sections.map(({ paragraphs }) => paragraphs.length);
  const titles = new Set<string>();
  for (const locale of LANGUAGES) {
    const text = await ask(`?locale=${locale}`);
    expect(text.locale).toBe(locale);
    expect(shapeOf(text)).toEqual(shapeOf(english));
    titles.add(text.sections[0]?.title ?? '');
  }
  expect(titles.size).toBe(LANGUAGES.length);
});

test.each(['?locale=de', '?locale=zz-ZZ', ''])('a reader of another language gets English: %s', async (query) => {
  expect((await ask(query)).locale).toBe('en');
});

test('the operator’s file takes the place of the texts', async () => {
  const path = join(folder.path, 'own.json');
  const own = [{ title: 'Ours', paragraphs: ['Own words.'] }];
  writeFileSync(path, JSON.stringify(Object.fromEntries(LANGUAGES.map((code) => [code, own]))));
  const another = await openServer(club, { playSafeFile: path });
  try {
    expect(await ask('?locale=ja', another)).toEqual({ locale: 'ja', sections: own });
  } finally {
    await another.stop();
  }
});

test.each(['{"en":[{"title":"Only English","paragraphs":["A"]}]}', '[]', 'nothing'])(
  'a club with a bad file does not start, and says which: %s',
  async (text) => {
    const path = join(folder.path, 'bad.json');
    writeFileSync(path, text);
    await expect(openServer(club, { playSafeFile: path })).rejects.toThrow(path);
  },
);
