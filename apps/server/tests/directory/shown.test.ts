import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { readAdminHost } from '../../src/directory/admin-hosts.ts';
import { setGuide } from '../../src/directory/guide.ts';
import { makeLink } from '../../src/directory/links.ts';
import { recordVerification } from '../../src/directory/verifications.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';

let club: Club;
let server: TestServer;
let member: SignedIn;
let host: AddedHost;

beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  // No balance and no bets: the directory requires neither.
  member = await signIn(club, await club.member({ credits: 0n }));
});
afterAll(async () => {
  await server.stop();
  await club.close();
});
beforeEach(async () => {
  await club.owner.query('delete from members.attempt_count');
  host = await addHost(club, { cityId: await addCity(club) });
});

async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const answer = await call(server, path, { cookie: member.cookie });
  return { status: answer.status, body: (await answer.json()) as T };
}

/** The host in every endpoint that could show it. */
async function seen({ cityId, hostId, pictureId }: AddedHost = host) {
  const cities = await get<{ items: { id: string; hosts: number }[] }>('/api/cities?limit=100');
  const list = await get<{ items?: { id: string }[]; total?: number }>(`/api/cities/${cityId}/hosts`);
  const filtered = await get<{ total?: number }>(`/api/cities/${cityId}/hosts?service=city-guide&language=en`);
  const picture = await call(server, `/api/hosts/${hostId}/pictures/${pictureId}`, { cookie: member.cookie });
  return {
    counted: cities.body.items.find(({ id }) => id === cityId)?.hosts ?? 0,
    listed: list.body.items?.length ?? 0,
    total: list.body.total ?? 0,
    filtered: filtered.body.total ?? 0,
    profile: (await get(`/api/hosts/${hostId}`)).status,
    picture: picture.status,
    isStored: !/no-store/.test(picture.headers.get('cache-control') ?? ''),
  };
}

async function shownEverywhere() {
  const { shown, unmet } = await readAdminHost(club.db, host.hostId);
  return { shown, unmet };
}

const SHOWN = { counted: 1, listed: 1, total: 1, filtered: 1, profile: 200, picture: 200, isStored: false };
const GONE = { counted: 0, listed: 0, total: 0, filtered: 0, profile: 404, picture: 410, isStored: false };

function asHost(path: string, token: string = host.token, more: { method?: string; body?: unknown } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  return call(server, `/api/host-link/${path}`, { method: 'POST', headers, ...more });
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

const AGO = `clock.now() - interval '1 second'`;
/** For each condition of being shown, a statement that breaks it. */
const LOST: Record<string, string> = {
  'identity ran out': `update directory.verification set until_at = ${AGO} where host_id = $1 and kind = 'identity'`,
  'identity not yet': `update directory.verification set verified_at = clock.now() + interval '1 hour'
    where host_id = $1 and kind = 'identity'`,
  'identity revoked': `update directory.verification set revoked_at = ${AGO} where host_id = $1 and kind = 'identity'`,
  'identity never seen': `delete from directory.verification where host_id = $1 and kind = 'identity'`,
  'identity not confirmed': `update directory.verification set confirmed_by = null, confirmed_at = null
    where host_id = $1 and kind = 'identity'`,
  'age not confirmed': `update directory.verification set confirmed_by = null, confirmed_at = null
    where host_id = $1 and kind = 'age'`,
  'age ran out': `update directory.verification set until_at = ${AGO} where host_id = $1 and kind = 'age'`,
  'age not yet': `update directory.verification set verified_at = clock.now() + interval '1 hour'
    where host_id = $1 and kind = 'age'`,
  'age revoked': `update directory.verification set revoked_at = ${AGO} where host_id = $1 and kind = 'age'`,
  'age never seen': `delete from directory.verification where host_id = $1 and kind = 'age'`,
  'consent ran out': `update directory.consent set at = clock.now() - interval '1 day', until_at = ${AGO}
    where host_id = $1`,
  'consent withdrawn': `update directory.consent set withdrawn_at = ${AGO} where host_id = $1`,
  'consent never given': 'delete from directory.consent where host_id = $1',
  'words not approved': 'update directory.host set texts = null where id = $1',
  'picture not approved': 'update directory.picture set approved_at = null where host_id = $1',
  'picture removed': `update directory.picture set removed_at = ${AGO}, picture = null where host_id = $1`,
  paused: `update directory.host set paused_at = ${AGO} where id = $1`,
  'hidden by the house': `update directory.host set barred_at = ${AGO} where id = $1`,
  'hidden by a report': `update directory.host set hidden_at = ${AGO} where id = $1`,
  removed: `update directory.host set removed_at = ${AGO} where id = $1`,
  'city hidden': `update directory.city set hidden_at = ${AGO}
    where id = (select city_id from directory.host where id = $1)`,
};

describe('who is shown', () => {
  test('a host of whom all is known, to a member without money who never played', async () => {
    expect(await seen()).toEqual(SHOWN);
  });

  test.each(Object.entries(LOST))('nobody, on no endpoint: %s', async (_, statement) => {
    expect(await seen()).toEqual(SHOWN);
    expect(await shownEverywhere()).toEqual({ shown: true, unmet: [] });
    await club.owner.query(statement, [host.hostId]);
    expect(await seen()).toEqual(GONE);
    // The reasons shown to host and staff agree with what members see.
    expect(await shownEverywhere()).toEqual({ shown: false, unmet: [expect.any(String)] });
  });

  test('nobody under eighteen can be noted at all', async () => {
    const now = club.clock.nowMs();
    const verification = {
      verifiedAt: new Date(now),
      until: new Date(now + 60_000),
      note: 'Seen in person, at the club',
    };
    const by = randomUUID();
    const noting = transaction(club.api, (tx) =>
      recordVerification(tx, host.hostId, { ...verification, by, kind: 'age', years: 17 }),
    );
    await expect(noting).rejects.toMatchObject({ code: 'too-young' });
    const forced = club.owner.query('update directory.verification set years = 17 where years is not null');
    await expect(forced).rejects.toThrow(/check/);
  });

  test('to members alone; cities are open to everybody', async () => {
    const { cityId, hostId, pictureId } = host;
    for (const path of [`cities/${cityId}/hosts`, `hosts/${hostId}`, `hosts/${hostId}/pictures/${pictureId}`]) {
      expect((await call(server, `/api/${path}`)).status).toBe(401);
    }
    expect((await call(server, '/api/cities')).status).toBe(200);
    const other = await call(server, `/api/hosts/${hostId}/pictures/${randomUUID()}`, { cookie: member.cookie });
    expect(other.status).toBe(404);
  });

  test('by service and by language, page by page', async () => {
    const { cityId } = host;
    const second = await addHost(club, { cityId, services: ['interpreter'], languages: ['ko'] });
    const ids = async (query: string) =>
      (await get<{ items: { id: string }[] }>(`/api/cities/${cityId}/hosts?${query}`)).body.items.map(({ id }) => id);
    expect(await ids('service=interpreter')).toEqual([second.hostId]);
    expect(await ids('language=en')).toEqual([host.hostId]);
    expect(await ids('service=interpreter&language=en')).toEqual([]);
    const first = await get<{ items: { id: string }[]; nextCursor: string; total: number }>(
      `/api/cities/${cityId}/hosts?limit=1`,
    );
    expect(first.body.total).toBe(2);
    const rest = await ids(`limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.items.map(({ id }) => id), ...rest].sort()).toEqual([host.hostId, second.hostId].sort());
    expect((await get(`/api/cities/${cityId}/hosts?service=escort`)).status).toBe(400);
  });
});

describe('the guide', () => {
  const sections = { offers: 'a', sameCity: 'b', served: 'c', booking: 'd' };

  test('is open to everybody, in the reader’s language, and each version is kept', async () => {
    const none = await call(server, '/api/guide');
    expect(await none.json()).toEqual({ version: 0, sections: null });
    const en = { ...sections, reporting: 'Tell us' };
    await transaction(club.api, (tx) => setGuide(tx, { en }, { after: 0, staffId: null }));
    const texts = { en, mn: { ...en, reporting: 'Бидэнд хэлээрэй' } };
    await transaction(club.api, (tx) => setGuide(tx, texts, { after: 1, staffId: null }));
    const answer = await call(server, '/api/guide', { headers: { 'accept-language': 'mn' } });
    expect(await answer.json()).toEqual({ version: 2, sections: texts.mn });
    const { rows } = await club.owner.query('select texts from directory.guide order by version');
    expect(rows.map((row) => row.texts)).toEqual([{ en }, texts]);
  });

  test('says nothing sexual', async () => {
    const en = { ...sections, reporting: 'Ask for a happy ending' };
    const set = transaction(club.api, (tx) => setGuide(tx, { en }, { after: 2, staffId: null }));
    await expect(set).rejects.toMatchObject({ code: 'words-sexual' });
  });
});

describe('the private link', () => {
  test('withdraws consent at once, however many read, and nobody else’s', async () => {
    const other = await addHost(club);
    const path = `/api/hosts/${host.hostId}`;
    let isOver = false;
    const late: number[] = [];
    async function read() {
      for (let n = 0; n < 60; n += 1) {
        const beganAfter = isOver;
        const picture = `${path}/pictures/${host.pictureId}`;
        for (const each of [path, picture]) {
          const { status } = await call(server, each, { cookie: member.cookie });
          if (beganAfter) late.push(status);
        }
      }
    }
    const readers = [read(), read(), read()];
    const answer = await asHost('consent/withdraw');
    isOver = true;
    expect(await answer.json()).toMatchObject({ shown: false, consentUntilMs: null });
    await Promise.all(readers);
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter((status) => status !== 404 && status !== 410)).toEqual([]);
    expect(await seen()).toEqual(GONE);
    expect(await seen(other)).toEqual(SHOWN);
  });

  test('gives consent again, which alone brings the host back', async () => {
    await asHost('consent/withdraw');
    expect(await (await asHost('resume')).json()).toMatchObject({ shown: false });
    expect(await (await asHost('consent')).json()).toMatchObject({ shown: true });
    expect(await seen()).toEqual(SHOWN);
  });

  test('of a yes said twice, one no ends both', async () => {
    await Promise.all([asHost('consent'), asHost('consent')]);
    await asHost('consent/withdraw');
    expect(await seen()).toEqual(GONE);
  });

  test('pauses and resumes', async () => {
    await asHost('away');
    expect(await seen()).toEqual(GONE);
    await asHost('resume');
    expect(await seen()).toEqual(SHOWN);
  });

  test('takes other words, while those that were approved stay shown', async () => {
    const texts = { en: { name: 'Saran', about: 'I show you the new town.' } };
    const answer = await asHost('words', host.token, { method: 'PUT', body: { texts } });
    expect(await answer.json()).toMatchObject({ draft: texts, texts: { en: { about: 'I show you the old town.' } } });
    expect((await get(`/api/hosts/${host.hostId}`)).body).toMatchObject({ about: 'I show you the old town.' });
  });

  test.each([
    ['words-sexual', 'An erotic massage after the walk'],
    ['words-lead-out', 'Write to me at http://elsewhere.example/me'],
  ])('refuses words: %s', async (code, about) => {
    const texts = { en: { name: 'Saran', about } };
    expect(await codeOf(await asHost('words', host.token, { method: 'PUT', body: { texts } }))).toBe(code);
  });

  test('dies when another is made, when it runs out, and with the host', async () => {
    const token = await transaction(club.api, (tx) => makeLink(tx, host.hostId));
    expect(await codeOf(await asHost('profile'))).toBe('host-link-bad');
    expect((await asHost('profile', token)).status).toBe(200);
    await club.owner.query('update directory.host set removed_at = clock.now() where id = $1', [host.hostId]);
    expect(await codeOf(await asHost('profile', token))).toBe('host-link-bad');
    await club.owner.query('update directory.host set removed_at = null where id = $1', [host.hostId]);
    await club.owner.query('update directory.link set expires_at = clock.now() where host_id = $1', [host.hostId]);
    expect(await codeOf(await asHost('consent', token))).toBe('host-link-bad');
  });

  test('cannot be guessed: wrong ones are counted, and keep nobody with the right one from taking a yes back', async () => {
    const wrong = 'A'.repeat(43);
    const codes = [];
    for (let n = 0; n < 31; n += 1) codes.push(await codeOf(await asHost('profile', wrong)));
    expect(codes.at(0)).toBe('host-link-bad');
    expect(codes.at(-1)).toBe('throttled');
    expect((await asHost('consent/withdraw')).status).toBe(200);
    expect(await seen()).toEqual(GONE);
    const { rows } = await club.owner.query('select l::text as line from directory.link l');
    expect(rows.filter(({ line }) => line.includes(host.token))).toEqual([]);
  });
});
