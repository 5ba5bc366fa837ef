import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { unbarHost } from '../../src/directory/removal.ts';
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
let host: AddedHost;
let member: SignedIn;

beforeAll(async () => {
  club = await openClub();
  server = await openServer(club);
  cora = await signedInStaff(club, 'content');
  owen = await signedInStaff(club, 'owner');
});
afterAll(async () => {
  await server.stop();
  await club.close();
});
beforeEach(async () => {
  await club.owner.query('delete from members.attempt_count');
  host = await addHost(club, { cityId: await addCity(club), seenBy: [cora.id, owen.id] });
  member = await signIn(club, await club.member({ credits: 0n }));
});

interface Report {
  id: string;
  hostName: string;
  state: string;
  bad: boolean;
  answer: string | null;
  pictures: number;
  hid: boolean;
}

const WORDS = 'The one in the pictures is no adult.';

function report(reason: string, more: { by?: SignedIn; words?: string; key?: string; hostId?: string } = {}) {
  const { by = member, words = WORDS, key = randomUUID(), hostId = host.hostId } = more;
  return call(server, `/api/hosts/${hostId}/reports`, {
    cookie: by.cookie,
    body: { reason, words },
    headers: { 'idempotency-key': key },
  });
}

async function reported(reason: string, by = member): Promise<Report> {
  const answer = await report(reason, { by });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Report;
}

async function decide(id: string, outcome: string, { as = cora, by = member, answer = 'We have looked at it.' } = {}) {
  return call(server, `/api/console/members/${by.memberId}/host-reports/${id}/decide`, {
    cookie: as.cookie,
    body: { outcome, answer },
  });
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

async function first(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { items: unknown[] }).items[0];
}

async function isShown(): Promise<boolean> {
  const path = `/api/hosts/${host.hostId}`;
  const profile = await call(server, path, { cookie: member.cookie });
  const picture = await call(server, `${path}/pictures/${host.pictureId}`, { cookie: member.cookie });
  expect([
    [200, 200],
    [404, 410],
  ]).toContainEqual([profile.status, picture.status]);
  return profile.status === 200;
}

function send(path: string, body: Uint8Array, who: { cookie: string }) {
  return fetch(`${server.address}${path}`, {
    method: 'PUT',
    headers: { origin: server.address, cookie: who.cookie, ...callerHeader(path, who.cookie) },
    body: new Uint8Array(body),
  });
}

describe('a report', () => {
  test.each(['age', 'consent', 'sexual'])(
    'of %s hides the profile at once, until a person has looked',
    async (reason) => {
      expect(await isShown()).toBe(true);
      expect(await reported(reason)).toMatchObject({ state: 'waiting', hid: true, hostName: 'Saran' });
      expect(await isShown()).toBe(false);
    },
  );

  test.each(['identity', 'fraud', 'other'])('of %s waits for a person, and the profile stays', async (reason) => {
    expect(await reported(reason)).toMatchObject({ state: 'waiting', hid: false });
    expect(await isShown()).toBe(true);
  });

  test('is taken once, however often a phone sends it, and from one member one at a time', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 4 }, () => report('age', { key })));
    const made = await Promise.all(sent.map(async (answer) => ((await answer.json()) as Report).id));
    expect(new Set(made).size).toBe(1);
    expect(await codeOf(await report('fraud', { key }))).toBe('key-reused');
    expect(await codeOf(await report('fraud'))).toBe('report-open');
    const { rows } = await club.owner.query('select 1 from directory.report where host_id = $1', [host.hostId]);
    expect(rows).toHaveLength(1);
  });

  test('says something, in words; about a host who is or was shown', async () => {
    expect(await codeOf(await report('age', { words: 'young' }))).toBe('words-bad');
    expect(await codeOf(await report('age', { words: `\u200b`.repeat(40) }))).toBe('words-bad');
    expect((await report('ugly')).status).toBe(400);
    expect((await report('age', { hostId: randomUUID() })).status).toBe(404);
    expect(await isShown()).toBe(true);
    await reported('age');
    const other = await signIn(club, await club.member());
    // The host is hidden already, but a second member's report still counts.
    expect((await report('sexual', { by: other })).status).toBe(201);
  });

  test('brings pictures along: drawn anew, three at most, each once', async () => {
    const { id } = await reported('fraud');
    const path = (key: string) => `/api/me/host-reports/${id}/pictures/${key}`;
    const png = await plain().png().toBuffer();
    const key = randomUUID();
    expect((await send(path(key), png, member)).status).toBe(201);
    expect(((await (await send(path(key), png, member)).json()) as Report).pictures).toBe(1);
    expect(await codeOf(await send(path(randomUUID()), Buffer.from('<svg onload=alert(1)>'), member))).toBe(
      'picture-bad',
    );
    await send(path(randomUUID()), png, member);
    await send(path(randomUUID()), png, member);
    expect(await codeOf(await send(path(randomUUID()), png, member))).toBe('picture-limit');
    const stranger = await signIn(club, await club.member());
    expect((await send(path(randomUUID()), png, stranger)).status).toBe(404);
    const seen = `/api/console/members/${member.memberId}/host-reports/${id}/pictures/3`;
    const picture = await call(server, seen, { cookie: cora.cookie });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await decide(id, 'dismissed');
    expect(await codeOf(await send(path(randomUUID()), png, member))).toBe('too-late');
  });
});

describe('a decision', () => {
  test('dismissed: the profile is back, and the reporter is told in words, by nobody’s name', async () => {
    const { id } = await reported('sexual');
    const answer = 'Nothing of the kind stands in it.';
    expect((await decide(id, 'dismissed', { answer })).status).toBe(200);
    expect(await isShown()).toBe(true);
    const list = await call(server, '/api/me/host-reports', { cookie: member.cookie });
    const text = await list.text();
    expect(JSON.parse(text).items).toMatchObject([{ id, state: 'dismissed', bad: false, answer }]);
    expect(text).not.toMatch(new RegExp(`${cora.name}|${cora.id}`));
    const messages = await call(server, '/api/me/messages', { cookie: member.cookie });
    expect(await first(messages)).toMatchObject({ kind: 'host-report-decided', params: { reportId: id } });
    const acts = await call(server, '/api/me/acts', { cookie: member.cookie });
    expect(await first(acts)).toMatchObject({ act: 'host-report-decided', why: answer });
  });

  test.each(['age', 'consent', 'sexual'])('upheld, of %s: hidden until the house says otherwise', async (reason) => {
    const { id } = await reported(reason);
    expect((await decide(id, 'upheld')).status).toBe(200);
    expect(await isShown()).toBe(false);
    await transaction(club.api, (tx) => unbarHost(tx, host.hostId));
    // The upheld report voids the verification of age or consent; lifting the bar does not restore it.
    expect(await isShown()).toBe(reason === 'sexual');
  });

  test('of one report leaves the profile hidden by another', async () => {
    const other = await signIn(club, await club.member());
    const first = await reported('sexual');
    const second = await reported('consent', other);
    await decide(first.id, 'dismissed');
    expect(await isShown()).toBe(false);
    await decide(second.id, 'dismissed', { by: other });
    expect(await isShown()).toBe(true);
  });

  test('is one: of several at once one counts', async () => {
    const { id } = await reported('consent');
    const answers = await Promise.all(['upheld', 'dismissed', 'dismissed'].map((one) => decide(id, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('on what one has vouched for is another’s, unless it goes against oneself', async () => {
    const first = await reported('age');
    expect(await codeOf(await decide(first.id, 'dismissed'))).toBe('second-person-needed');
    expect(await codeOf(await decide(first.id, 'abusive'))).toBe('second-person-needed');
    expect(await isShown()).toBe(false);
    expect((await decide(first.id, 'dismissed', { as: owen })).status).toBe(200);
    expect(await isShown()).toBe(true);
    const second = await reported('age');
    expect((await decide(second.id, 'upheld')).status).toBe(200);
  });

  test('names no way to pay and leads nowhere', async () => {
    const { id } = await reported('other');
    const answer = 'Write to me at http://elsewhere.example/me';
    expect(await codeOf(await decide(id, 'dismissed', { answer }))).toBe('words-lead-out');
  });

  test('of a report and a report at the same time leave the profile hidden while one waits', async () => {
    for (let round = 0; round < 6; round += 1) {
      const other = await signIn(club, await club.member());
      host = await addHost(club, { cityId: host.cityId, seenBy: [cora.id, owen.id] });
      await club.owner.query('delete from directory.report where member_id = $1', [member.memberId]);
      const { id } = await reported('sexual');
      const [decided, sent] = await Promise.all([decide(id, 'dismissed'), report('consent', { by: other })]);
      expect([decided.status, sent.status]).toEqual([200, 201]);
      expect(await isShown()).toBe(false);
    }
  });
});

describe('whoever reports in bad faith', () => {
  async function reportAnother(by = member) {
    const { hostId } = await addHost(club, { cityId: host.cityId });
    return report('fraud', { by, hostId });
  }

  test('is limited like everyone, and more strictly afterwards; their reports still hide', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push(((await (await reportAnother()).json()) as Report).id);
    expect(await codeOf(await reportAnother())).toBe('report-limit');
    for (const id of made.slice(0, 2)) expect((await decide(id, 'abusive')).status).toBe(200);
    const own = await call(server, '/api/me/host-reports', { cookie: member.cookie });
    const { items } = (await own.json()) as { items: Report[] };
    expect(items.filter(({ bad }) => bad)).toHaveLength(2);
    await club.owner.query(
      `update directory.report set at = (at at time zone 'UTC' - interval '2 days') at time zone 'UTC'
       where member_id = $1`,
      [member.memberId],
    );
    await reported('age');
    expect(await isShown()).toBe(false);
    const again = await reportAnother();
    expect(await again.json()).toMatchObject({ code: 'report-limit', params: { max: 1 } });
    // A decision from long ago is deleted.
    await club.owner.query(
      `update directory.report
       set decided_at = (decided_at at time zone 'UTC' - interval '91 days') at time zone 'UTC'
       where outcome = 'abusive'`,
    );
    expect((await reportAnother()).status).toBe(201);
  });
});
