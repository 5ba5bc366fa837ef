import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

const folder = temporaryFolder('tercet-help-');
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

interface HelpAnswer {
  country: string | null;
  organisations: unknown[];
}

async function ask(query = ''): Promise<{ status: number; body: HelpAnswer }> {
  const answer = await fetch(`${server.address}/api/help-organisations${query}`);
  return { status: answer.status, body: (await answer.json()) as HelpAnswer };
}

test('anybody is told who helps in a country, however it is written', async () => {
  for (const country of ['KR', 'kr']) {
    const { status, body } = await ask(`?country=${country}`);
    expect(status).toBe(200);
    expect(body.country).toBe('KR');
    expect(body.organisations[0]).toMatchObject({ country: 'KR', phone: '1336', languages: ['ko'] });
    expect(body.organisations.at(-1)).toMatchObject({ country: 'international' });
  }
});

test('a country of which nothing is known still leads to somebody', async () => {
  const { body } = await ask('?country=ZZ');
  expect(body.organisations.length).toBeGreaterThan(0);
  for (const one of body.organisations) expect(one).toMatchObject({ country: 'international' });
});

test('without a country all are told', async () => {
  const { body } = await ask();
  expect(body.country).toBe(null);
  expect(body.organisations.length).toBeGreaterThan(20);
});

test('what is no country is refused', async () => {
  for (const bad of ['Korea', '1', '']) expect((await ask(`?country=${bad}`)).status).toBe(400);
});

test('a club with a bad file does not start, and says which', async () => {
  const path = join(folder.path, 'help.json');
  writeFileSync(path, '{"international":[]}');
  await expect(openServer(club, { helpFile: path })).rejects.toThrow(path);
});
