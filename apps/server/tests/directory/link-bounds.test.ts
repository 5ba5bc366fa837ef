import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';

const A_MINUTE = 30;

let club: Club;
let server: TestServer;
let host: AddedHost;
beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});
beforeEach(async () => {
  host = await addHost(club, { cityId: await addCity(club) });
});

function asHost(path: string, { token } = host, more: { method?: string; body?: unknown } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  return call(server, `/api/host-link/${path}`, { method: 'POST', headers, ...more });
}

const statusOf = async (path: string, of = host) => (await asHost(path, of)).status;

/** Acts about the host in the audit log. */
async function noted(): Promise<string[]> {
  const { rows } = await club.owner.query(
    `select body::jsonb -> 'after' ->> 'what' as what from audit.entry where subject = $1 order by seq`,
    [`host/${host.hostId}`],
  );
  return rows.map(({ what }) => what);
}

async function yesses(): Promise<number> {
  const { rows } = await club.owner.query('select count(*)::integer as n from directory.consent where host_id = $1', [
    host.hostId,
  ]);
  return rows[0].n;
}

describe('the private link and the log of acts', () => {
  test('what changes nothing is answered and leaves no trace', async () => {
    for (const path of ['profile?again=1', 'consent', 'resume']) expect(await statusOf(path)).toBe(200);
    expect([await noted(), await yesses()]).toEqual([[], 1]);
    for (const path of ['away', 'resume', 'consent/withdraw', 'consent']) {
      for (const _ of [1, 2, 3]) expect(await statusOf(path)).toBe(200);
    }
    expect(await noted()).toEqual(['away', 'resume', 'consent/withdraw', 'consent']);
    expect(await yesses()).toBe(2);
  });

  test('a yes that was said long ago is said anew, for a year', async () => {
    const age = `update directory.consent set at = at - interval '200 days', until_at = until_at - interval '200 days'
      where host_id = $1`;
    await club.owner.query(age, [host.hostId]);
    const profile = (await (await asHost('consent')).json()) as { consentUntilMs: number };
    expect(profile.consentUntilMs).toBe(club.clock.nowMs() + 365 * 86_400_000);
    expect([await noted(), await yesses()]).toEqual([['consent'], 2]);
  });

  test('is used so often a minute by one host; going away is never bounded, whatever was done before', async () => {
    for (let n = 0; n < A_MINUTE; n++) {
      if (n % 2 === 1) expect(await statusOf('away')).toBe(200);
      expect(await statusOf('resume')).toBe(200);
    }
    expect(await noted()).toHaveLength(A_MINUTE);
    const texts = { en: { name: 'Saran', about: 'I show you the new town.' } };
    const refused = [
      ...['consent', 'resume', 'rotate', `pictures/${host.pictureId}/remove`].map((path) => asHost(path)),
      asHost('pictures/order', host, { body: { ids: [host.pictureId] } }),
      asHost('words', host, { method: 'PUT', body: { texts } }),
    ];
    for (const answer of await Promise.all(refused)) {
      expect([answer.status, await answer.json()]).toMatchObject([
        429,
        { code: 'throttled', params: { retryAfterSeconds: expect.any(Number) } },
      ]);
    }
    expect(await noted()).toHaveLength(A_MINUTE);
    expect(await statusOf('consent', await addHost(club))).toBe(200);
    for (const path of ['away', 'profile', 'consent/withdraw']) expect(await statusOf(path)).toBe(200);
    expect((await noted()).slice(A_MINUTE)).toEqual(['away', 'consent/withdraw']);
    expect(await statusOf('erase')).toBe(204);
  });
});
