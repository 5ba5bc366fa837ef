import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedHosts } from '../../../../dev/hosts/seed.ts';
import { letInDemoStaff } from '../../../../dev/play-house/demo-staff.ts';
import { transaction } from '../../src/db/transaction.ts';
import { removeHost } from '../../src/directory/removal.ts';
import { LANGUAGES } from '../../src/languages.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
let server: TestServer;
let member: SignedIn;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  await letInDemoStaff(club.db, server.keysDir);
  // Two concurrent starts and a later one have the effect of one.
  await Promise.all([seedHosts(club.db), seedHosts(club.db)]);
  await seedHosts(club.db);
  member = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface Listed {
  items: { id: string; name: string; hosts: number; example: boolean; pictures: string[]; about: string }[];
  total: number;
}

async function get(path: string, language = 'en'): Promise<Listed> {
  const headers = { 'accept-language': language };
  return (await call(server, path, { cookie: member.cookie, headers })).json() as Promise<Listed>;
}

test('24 hosts in six cities are shown, each said to be an example, with three pictures', async () => {
  const cities = await get('/api/cities');
  expect(cities.items.map(({ name }) => name)).toEqual([
    'Ulaanbaatar',
    'Darkhan',
    'Erdenet',
    'Dalanzadgad',
    'Khovd',
    'Mörön',
  ]);
  expect(cities.items.reduce((sum, { hosts }) => sum + hosts, 0)).toBe(24);
  for (const city of cities.items) {
    const { items } = await get(`/api/cities/${city.id}/hosts?limit=100`, 'mn');
    expect(items).toHaveLength(city.hosts);
    for (const { example, pictures, about } of items) {
      expect([example, pictures.length]).toEqual([true, 3]);
      expect(about).toMatch(/[а-яөү]/);
    }
  }
});

test.each(LANGUAGES)('cities and guide are there in %s', async (language) => {
  const headers = { 'accept-language': language };
  const guide = (await (await call(server, '/api/guide', { headers })).json()) as { sections: Record<string, string> };
  expect(Object.values(guide.sections).every((text) => text.length > 25)).toBe(true);
  const english = (await (await call(server, '/api/guide', { headers: { 'accept-language': 'en' } })).json()) as {
    sections: Record<string, string>;
  };
  if (language !== 'en') expect(guide.sections).not.toEqual(english.sections);
});

test('who was removed does not come back with the next start', async () => {
  const [city] = (await get('/api/cities')).items;
  const [host] = (await get(`/api/cities/${city?.id}/hosts`)).items;
  await transaction(club.api, (tx) => removeHost(tx, host?.id ?? ''));
  await seedHosts(club.db);
  const { rows } = await club.owner.query('select count(*)::int as n from directory.shown_host');
  expect(rows).toEqual([{ n: 23 }]);
});
