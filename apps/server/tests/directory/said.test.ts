import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

let club: Club;
let server: TestServer;
let cora: SignedInStaff;
let host: AddedHost;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  cora = await signedInStaff(club, 'content');
});
afterAll(async () => {
  await server.stop();
  await club.close();
});
beforeEach(async () => {
  host = await addHost(club, { cityId: await addCity(club) });
});

function act(path: string, body: unknown = {}, { method = 'POST' } = {}) {
  return call(server, `/api/console/${path}`, { cookie: cora.cookie, method, body });
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

async function isShown(): Promise<boolean> {
  const { rows } = await club.owner.query('select 1 from directory.shown_host where id = $1', [host.hostId]);
  return rows.length > 0;
}

describe('what the house says in the guide', () => {
  const BET = 'Bet everything on big tonight, you will surely win.';
  const PAY = 'Transfer 500 to my account 5001234567 first.';

  test.each([
    [
      'a host’s words',
      () => act(`hosts/${host.hostId}/words`, { texts: { en: { name: 'Bold', about: BET } } }, { method: 'PUT' }),
    ],
    [
      'a city',
      () =>
        act('cities', {
          country: 'MN',
          tier: 1,
          latitude: 1,
          longitude: 1,
          texts: { en: { name: 'Bet on big tonight' } },
        }),
    ],
    ['why words are refused', () => act(`hosts/${host.hostId}/words/refuse`, { version: 1, why: PAY })],
    ['a payment logo', () => act('payment-logos', { name: 'Bank 5001234567', made: 'bank', place: 1, hidden: false })],
  ])('%s tells nobody to bet and names no account', async (_, send) => {
    const answer = await send();
    expect([answer.status, await codeOf(answer)]).toEqual([422, expect.stringMatching(/^words-/)]);
  });

  test('a city has no sexual name', async () => {
    const plan = { country: 'MN', tier: 1, latitude: 1, longitude: 1, texts: { en: { name: 'Sexy town' } } };
    expect(await codeOf(await act('cities', plan))).toBe('words-sexual');
  });

  test('another link that the house makes needs the host’s yes anew, and what is done by links is in the log', async () => {
    expect(await isShown()).toBe(true);
    await act(`hosts/${host.hostId}/link`);
    expect(await isShown()).toBe(false);
    const { rows } = await club.owner.query(
      `select act from audit.entry where act like 'host-link-%' and body::text like '%' || $1 || '%'`,
      [host.hostId],
    );
    expect(rows.map((row) => row.act)).toEqual(['host-link-made']);
  });
});
