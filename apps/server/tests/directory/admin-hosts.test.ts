import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { confirmVerification } from '../../src/directory/verifications.ts';
import { DAY_MS } from '../../src/durations.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type AddedHost, addCity, addHost } from '../kit/hosts.ts';
import { plain } from '../kit/pictures.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

let club: Club;
let server: TestServer;
let cora: SignedInStaff;
let owen: SignedInStaff;
let member: SignedIn;
let host: AddedHost;
let png: Buffer;

beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  cora = await signedInStaff(club, 'content');
  owen = await signedInStaff(club, 'owner');
  member = await signIn(club, await club.member());
  png = await plain().png().toBuffer();
});
afterAll(async () => {
  await server.stop();
  await club.close();
});
beforeEach(async () => {
  await club.owner.query('delete from members.attempt_count');
  host = await addHost(club, { cityId: await addCity(club), seenBy: [cora.id, owen.id] });
});

interface Full {
  id: string;
  shown: boolean;
  unmet: string[];
  draftVersion: number;
  draftRefused: string | null;
  pictures: { id: string; approved: boolean }[];
  verifications: { id: string; kind: string; own: boolean; confirmedBy: string | null }[];
}

function act(path: string, body: unknown = {}, { as = cora, method = 'POST' } = {}) {
  return call(server, `/api/console/${path}`, { cookie: as.cookie, method, ...(method === 'GET' ? {} : { body }) });
}

async function done(path: string, body?: unknown, more?: Parameters<typeof act>[2]): Promise<Full> {
  const answer = await act(path, body, more);
  expect([path, answer.status < 300 ? 'done' : await answer.text()]).toEqual([path, 'done']);
  return (await answer.json()) as Full;
}

function put(path: string, body: Uint8Array, headers: Record<string, string>) {
  const bytes = new Uint8Array(body);
  return fetch(`${server.address}${path}`, {
    method: 'PUT',
    headers: { origin: server.address, ...callerHeader(path, headers.cookie), ...headers },
    body: bytes,
  });
}

interface Page {
  items: { name: string }[];
  nextCursor: string;
  total: number;
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

function asHost(path: string, body?: unknown, token = host.token, method = 'POST') {
  const headers = { authorization: `Bearer ${token}` };
  return call(server, `/api/host-link/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

async function isShown(hostId = host.hostId): Promise<boolean> {
  return (await call(server, `/api/hosts/${hostId}`, { cookie: member.cookie })).status === 200;
}

async function pictureStatus(pictureId = host.pictureId): Promise<number> {
  const path = `/api/hosts/${host.hostId}/pictures/${pictureId}`;
  return (await call(server, path, { cookie: member.cookie })).status;
}

const TEXTS = { en: { name: 'Bold', about: 'I play table tennis with you.' } };

describe('a new host', () => {
  test('is shown after two people saw who it is, words and a picture were approved, and the host said yes', async () => {
    const plan = { cityId: host.cityId, services: ['sports-partner'], languages: ['mn', 'en'], texts: TEXTS };
    const { id, unmet, draftVersion } = await done('hosts', plan);
    expect(unmet).toEqual(['identity', 'age', 'consent', 'words', 'picture']);
    const path = `hosts/${id}`;
    await done(`${path}/words/approve`, { version: draftVersion });
    expect((await put(`/api/console/${path}/pictures/${randomUUID()}`, png, { cookie: cora.cookie })).status).toBe(201);
    const [picture] = (await done(path, undefined, { as: cora, method: 'GET' })).pictures;
    await done(`${path}/pictures/${picture?.id}/approve`);
    const nowMs = club.clock.nowMs();
    const verification = {
      verifiedAtMs: nowMs - DAY_MS,
      untilMs: nowMs + 300 * DAY_MS,
      note: 'At the club, passport in hand',
    };
    await done(`${path}/verifications`, { ...verification, kind: 'identity', years: null });
    const noted = await done(`${path}/verifications`, { ...verification, kind: 'age', years: 33 });
    expect(noted.unmet).toEqual(['identity', 'age', 'consent']);
    for (const { id: verificationId, own } of noted.verifications) {
      expect(own).toBe(true);
      expect(await codeOf(await act(`${path}/verifications/${verificationId}/confirm`))).toBe('second-person-needed');
      await done(`${path}/verifications/${verificationId}/confirm`, {}, { as: owen });
      expect(await codeOf(await act(`${path}/verifications/${verificationId}/confirm`, {}, { as: owen }))).toBe(
        'too-late',
      );
    }
    const made = await act(`${path}/link`);
    const { token } = (await made.json()) as { token: string };
    expect(await isShown(id)).toBe(false);
    expect(await (await asHost('consent', undefined, token)).json()).toMatchObject({ shown: true, unmet: [] });
    expect(await isShown(id)).toBe(true);
  });

  test('is not confirmed by who noted it, whatever the server’s role writes', async () => {
    const forced = club.owner.query('update directory.verification set confirmed_by = noted_by');
    await expect(forced).rejects.toThrow(/check/);
    const late = transaction(club.api, (tx) => confirmVerification(tx, host.hostId, randomUUID(), owen.id));
    await expect(late).rejects.toMatchObject({ code: 'not-found' });
  });

  interface Wrong {
    kind?: string;
    years?: number | null;
    verifiedAtMs?: number;
    untilMs?: number;
  }
  test.each<[string, Wrong, string]>([
    ['nobody under eighteen', { kind: 'age', years: 17 }, 'too-young'],
    ['nothing that is to be seen one day', { verifiedAtMs: 2 * DAY_MS }, 'date-bad'],
    ['nothing long ago', { verifiedAtMs: -31 * DAY_MS }, 'date-bad'],
    ['nothing for ever', { untilMs: 731 * DAY_MS }, 'date-bad'],
    ['nothing that is over', { untilMs: -1 }, 'date-bad'],
  ])('notes %s', async (_, { kind = 'identity', years = null, verifiedAtMs = -DAY_MS, untilMs = DAY_MS }, code) => {
    const nowMs = club.clock.nowMs();
    const note = 'At the club, passport in hand';
    const body = { kind, years, note, verifiedAtMs: nowMs + verifiedAtMs, untilMs: nowMs + untilMs };
    expect(await codeOf(await act(`hosts/${host.hostId}/verifications`, body))).toBe(code);
  });

  test('offers what is on the list, in no sexual words', async () => {
    const plan = { cityId: host.cityId, services: ['city-guide'], languages: ['en'], texts: TEXTS };
    expect((await act('hosts', { ...plan, services: ['massage'] })).status).toBe(400);
    expect((await act('hosts', { ...plan, services: [] })).status).toBe(400);
    const texts = { en: { name: 'Bold', about: 'A sensual evening' } };
    expect(await codeOf(await act('hosts', { ...plan, texts }))).toBe('words-sexual');
    expect(await codeOf(await act('hosts', { ...plan, cityId: randomUUID() }))).toBe('not-found');
  });
});

describe('what the house changes', () => {
  test('facts, words and pictures of its own each need the host’s yes anew', async () => {
    const path = `hosts/${host.hostId}`;
    const facts = { cityId: host.cityId, services: ['city-guide'], languages: ['en'] };
    expect((await done(path, facts, { method: 'PUT' })).shown).toBe(true);
    const changes: (() => Promise<Full>)[] = [
      () => done(path, { ...facts, services: ['interpreter'] }, { method: 'PUT' }),
      async () => {
        const { draftVersion, shown } = await done(`${path}/words`, { texts: TEXTS }, { method: 'PUT' });
        expect(shown).toBe(true);
        return done(`${path}/words/approve`, { version: draftVersion });
      },
      async () => {
        const sent = await put(`/api/console/${path}/pictures/${randomUUID()}`, png, { cookie: cora.cookie });
        const { pictures, shown } = (await sent.json()) as Full;
        expect(shown).toBe(true);
        return done(`${path}/pictures/${pictures.find(({ approved }) => !approved)?.id}/approve`);
      },
    ];
    for (const change of changes) {
      expect(await isShown()).toBe(true);
      expect((await change()).unmet).toEqual(['consent']);
      expect(await isShown()).toBe(false);
      await asHost('consent');
    }
  });

  test('the host’s own words and pictures, once approved, need no other yes', async () => {
    const texts = { en: { name: 'Saran', about: 'I know every bridge.' } };
    const { draft } = (await (await asHost('words', { texts }, host.token, 'PUT')).json()) as { draft: unknown };
    expect(draft).toEqual(texts);
    await done(`hosts/${host.hostId}/words/approve`, { version: 2 });
    const headers = { authorization: `Bearer ${host.token}` };
    const sent = await put(`/api/host-link/pictures/${randomUUID()}`, png, headers);
    const { pictures } = (await sent.json()) as { pictures: { id: string; state: string }[] };
    const waiting = pictures.find(({ state }) => state === 'waiting')?.id ?? '';
    expect(await pictureStatus(waiting)).toBe(410);
    // The host's own link shows a waiting picture; another host's link does not.
    expect((await asHost(`pictures/${waiting}`)).headers.get('content-type')).toBe('image/webp');
    expect((await asHost(`pictures/${waiting}`, undefined, (await addHost(club)).token)).status).toBe(404);
    expect((await done(`hosts/${host.hostId}/pictures/${waiting}/approve`)).shown).toBe(true);
    expect(await pictureStatus(waiting)).toBe(200);
    const ordered = await asHost('pictures/order', { ids: [waiting, host.pictureId] });
    expect(((await ordered.json()) as Full).pictures.map(({ id }) => id)).toEqual([waiting, host.pictureId]);
    expect(await codeOf(await asHost('pictures/order', { ids: [waiting] }))).toBe('too-late');
  });

  test('words that were not read are not approved, and who wrote them reads why they were refused', async () => {
    const path = `hosts/${host.hostId}/words`;
    await asHost('words', { texts: TEXTS }, host.token, 'PUT');
    await asHost('words', { texts: { en: { name: 'Saran', about: 'Other words.' } } }, host.token, 'PUT');
    expect(await codeOf(await act(`${path}/approve`, { version: 2 }))).toBe('too-late');
    const why = 'Please say which language you speak.';
    await done(`${path}/refuse`, { version: 3, why });
    expect(await (await asHost('profile')).json()).toMatchObject({ draft: null, draftRefused: why, shown: true });
    expect(await codeOf(await act(`${path}/approve`, { version: 3 }))).toBe('too-late');
  });
});

describe('gone at once', () => {
  test('a picture that host or house removes, bytes and all', async () => {
    expect(await pictureStatus()).toBe(200);
    await asHost(`pictures/${host.pictureId}/remove`);
    expect(await pictureStatus()).toBe(410);
    const { rows } = await club.owner.query('select picture from directory.picture where id = $1', [host.pictureId]);
    expect(rows).toEqual([{ picture: null }]);
  });

  test('a host whom the house hides, and back', async () => {
    await done(`hosts/${host.hostId}/hide`, { why: 'Somebody wrote to us' });
    expect(await isShown()).toBe(false);
    expect(await codeOf(await act(`hosts/${host.hostId}/hide`, { why: 'Once more' }))).toBe('too-late');
    expect((await done(`hosts/${host.hostId}/show`, { why: 'It was nothing' })).shown).toBe(true);
    expect(await codeOf(await act(`hosts/${host.hostId}/show`, { why: '' }))).toBe('reason-needed');
  });

  test.each(['by the house', 'by the host'])(
    'a host who is removed %s: words, pictures and link are deleted',
    async (who) => {
      if (who === 'by the host') expect((await asHost('erase')).status).toBe(204);
      else await done(`hosts/${host.hostId}/remove`, { why: 'Asked for it' });
      expect([await isShown(), await pictureStatus()]).toEqual([false, 410]);
      expect(await codeOf(await asHost('profile'))).toBe('host-link-bad');
      const { rows } = await club.owner.query('select h::text as line from directory.host h where id = $1', [
        host.hostId,
      ]);
      expect(rows[0].line).not.toMatch(/Saran|old town/);
      for (const path of ['link', 'hide', 'remove']) {
        expect((await act(`hosts/${host.hostId}/${path}`, path === 'link' ? {} : { why: 'Again' })).status).toBe(404);
      }
    },
  );

  test('the link that the host makes anew: the one before opens nothing', async () => {
    const made = await asHost('rotate');
    const { token, profile } = (await made.json()) as { token: string; profile: Full };
    expect(profile.shown).toBe(true);
    expect(await codeOf(await asHost('profile'))).toBe('host-link-bad');
    expect((await asHost('profile', undefined, token)).status).toBe(200);
    const both = await Promise.all([asHost('rotate', undefined, token), asHost('rotate', undefined, token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('opens nothing but the own profile: no member’s page and no console', async () => {
    const headers = { authorization: `Bearer ${host.token}` };
    for (const path of ['/api/me', `/api/hosts/${host.hostId}`, '/api/console/hosts', '/api/me/desk/threads']) {
      expect((await call(server, path, { headers })).status).toBe(401);
    }
  });
});

describe('cities and guide', () => {
  const place = { country: 'MN', tier: 1, latitude: 47.9, longitude: 106.9 };

  test('are kept by staff, read by all in their languages and in the order of their names', async () => {
    const texts = { en: { name: 'Aa' }, mn: { name: 'Яя' } };
    await done('cities', { ...place, texts });
    const other = await done('cities', { ...place, texts: { en: { name: 'Zz' }, mn: { name: 'Аа' } } });
    const names = async (language: string) => {
      const answer = await call(server, '/api/cities?limit=100', { headers: { 'accept-language': language } });
      return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
    };
    expect((await names('en')).filter((name) => /^(Aa|Zz)$/.test(name))).toEqual(['Aa', 'Zz']);
    expect((await names('mn')).filter((name) => /^(Аа|Яя)$/.test(name))).toEqual(['Аа', 'Яя']);
    const first = await call(server, '/api/cities?limit=1', { headers: { 'accept-language': 'en' } });
    const { items, nextCursor, total } = (await first.json()) as Page;
    const second = await call(server, `/api/cities?limit=100&cursor=${nextCursor}`, {
      headers: { 'accept-language': 'en' },
    });
    expect([items[0]?.name, ...((await second.json()) as Page).items.map(({ name }) => name)]).toHaveLength(total);
    const [id] = (other as unknown as { items: { id: string; texts: { en?: { name: string } } }[] }).items
      .filter((city) => city.texts.en?.name === 'Zz')
      .map((city) => city.id);
    await done(`cities/${id}`, { ...place, texts: { en: { name: 'Zz' } }, hidden: true }, { method: 'PUT' });
    expect(await names('en')).not.toContain('Zz');
  });

  test('of two who write the guide at once, one is told that the other did', async () => {
    const sections = { offers: 'a', sameCity: 'b', served: 'c', booking: 'd', reporting: 'e' };
    const read = async () => (await done('guide', undefined, { method: 'GET' })) as unknown as { version: number };
    const { version: after } = await read();
    const both = await Promise.all(
      [1, 2].map(() => act('guide', { after, texts: { en: sections } }, { method: 'PUT' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).version).toBe(after + 1);
    const open = await call(server, '/api/guide');
    expect(await open.json()).toEqual({ version: after + 1, sections });
  });
});
