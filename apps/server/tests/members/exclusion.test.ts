import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { exclusionOf } from '../../src/members/limits/exclusion-in-force.ts';
import { CALLS } from '../http/calls.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { nameMember } from '../kit/persons.ts';
import { signedInStaff } from '../kit/staff.ts';

let club: Club;
let server: TestServer;
let table: OpenTable;
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
  server = await openServer(club);
});
beforeEach(async () => {
  mira = await signIn(club, await club.member());
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** The tested fields of an answer. */
interface ExclusionAnswer {
  code?: string;
  params?: Record<string, unknown>;
  restricted?: boolean;
  exclusion?: { kind: string; untilMs: number | null } | null;
}

async function post(url: string, body: unknown, member = mira): Promise<{ status: number; body: ExclusionAnswer }> {
  const answer = await call(server, url, { method: 'POST', cookie: member.cookie, body });
  return { status: answer.status, body: (await answer.json()) as ExclusionAnswer };
}

async function get(url: string, member = mira): Promise<{ status: number; body: ExclusionAnswer }> {
  const answer = await call(server, url, { cookie: member.cookie });
  return { status: answer.status, body: (await answer.json()) as ExclusionAnswer };
}

const bet = async (member = mira) => {
  const selections = [{ bet: 'big', stakeMinor: 1_000n }] as const;
  const answer = await placeOver(server, member, slipBody(table, selections), randomUUID());
  return { status: answer.status, body: (await answer.json()) as ExclusionAnswer };
};

describe('house rule 9: a member who excludes himself', () => {
  test('ends betting and top-up at once, and neither withdrawal nor statement', async () => {
    expect((await bet()).status).toBe(201);
    const answer = await post('/api/me/self-exclusion', { months: 6 });
    expect(answer.status).toBe(200);
    expect(answer.body.exclusion).toMatchObject({ kind: 'self-exclusion' });
    expect(answer.body.exclusion?.untilMs).toBeGreaterThanOrEqual(club.clock.nowMs() + 184 * DAY_MS);
    expect((await bet()).body).toMatchObject({ code: 'self-excluded' });
    expect((await get('/api/me')).body).toMatchObject({ restricted: true, exclusion: { kind: 'self-exclusion' } });
    for (const url of ['/api/me/wallet', '/api/me/statement', '/api/me/withdrawals', '/api/me/messages']) {
      expect([url, (await get(url)).status]).toEqual([url, 200]);
    }
  });

  test('finds every call for members shut that a restricted session may not make', async () => {
    await post('/api/me/time-out', { hours: 24 });
    for (const [method, url, access] of CALLS) {
      if (access !== 'member' || url.includes('{')) continue;
      const options = { method: method.toUpperCase(), cookie: mira.cookie, ...(method === 'get' ? {} : { body: {} }) };
      const answer = await call(server, url, options);
      expect([url, answer.status]).toEqual([url, expect.toBeOneOf([400, 403])]);
    }
  });

  test('loses the sessions on other devices', async () => {
    const second = await signIn(club, mira);
    await post('/api/me/time-out', { hours: 48 });
    expect((await get('/api/me', second)).status).toBe(401);
  });

  test('cannot shorten it: a shorter one ends no longer one', async () => {
    await post('/api/me/self-exclusion', { months: 12 });
    const until = (await exclusionOf(club.db, mira))?.until;
    await post('/api/me/time-out', { hours: 24 });
    await post('/api/me/self-exclusion', { months: 6 });
    expect((await exclusionOf(club.db, mira))?.until).toEqual(until);
  });

  test.each([{ hours: 23 }, { hours: 1_009 }, { hours: 25.5 }, { hours: '24' }, {}])(
    'takes no time-out of %j',
    async (body) => {
      expect((await post('/api/me/time-out', body)).status).toBe(400);
      expect(await exclusionOf(club.db, mira)).toBeNull();
    },
  );

  test.each([{ months: 5 }, { months: 7 }, { months: 0 }, { months: '6' }, {}, { months: 6, payOut: 'yes' }])(
    'takes no exclusion of %j',
    async (body) => {
      expect((await post('/api/me/self-exclusion', body)).status).toBe(400);
      expect(await exclusionOf(club.db, mira)).toBeNull();
    },
  );

  test('is free again when a time-out has run out, by a sign-in', async () => {
    const now = club.clock.nowMs();
    const timeOut = await post('/api/me/time-out', { hours: 24 });
    expect((await bet()).body).toMatchObject({
      code: 'excluded',
      params: { untilMs: timeOut.body.exclusion?.untilMs },
    });
    await club.at(now + DAY_MS);
    expect(await exclusionOf(club.db, mira)).toBeNull();
    expect((await bet(await signIn(club, mira))).status).toBe(201);
  });
});

describe('it binds the person', () => {
  test('who gives their name to another account: it is under the same exclusion immediately', async () => {
    await nameMember(club.db, mira, 'Sarnai Bat-Erdene');
    await post('/api/me/self-exclusion', { months: 6 });
    const again = await signIn(club, await club.member());
    expect((await bet(again)).status).toBe(201);
    await post('/api/me/real-name', { realName: 'SARNAI  Bat-Erdene' }, again);
    expect((await exclusionOf(club.db, again))?.kind).toBe('self-exclusion');
    expect((await bet(again)).body.code).toBe('self-excluded');
  });

  test('who has two accounts already: both, and the other one’s sessions are restricted', async () => {
    const second = await signIn(club, await club.member());
    for (const account of [mira, second]) await nameMember(club.db, account, 'Tuul Ganbold');
    await post('/api/me/time-out', { hours: 72 });
    expect((await exclusionOf(club.db, second))?.kind).toBe('time-out');
    expect((await get('/api/me', second)).body).toMatchObject({ restricted: true });
  });

  test('whose name in another account is corrected by staff: it is under the same exclusion at once', async () => {
    const again = await signIn(club, await club.member());
    await nameMember(club.db, mira, 'Nara Lind');
    await nameMember(club.db, again, 'Nora Lindt');
    await post('/api/me/self-exclusion', { months: 6 });
    expect(await exclusionOf(club.db, again)).toBeNull();
    const { cookie } = await signedInStaff(club, 'support');
    const body = { realName: 'Nara Lind', why: 'typed wrongly' };
    const url = `/api/console/members/${again.memberId}/real-name`;
    expect((await call(server, url, { method: 'POST', cookie, body })).status).toBe(200);
    expect(await exclusionOf(club.db, again)).toMatchObject({ kind: 'self-exclusion' });
    expect((await bet(again)).body).toMatchObject({ code: 'self-excluded' });
  });

  test('and nobody else of the same name with another date of birth', async () => {
    const namesake = await signIn(club, await club.member());
    await transaction(club.db, ({ q }) =>
      q
        .updateTable('members.member')
        .set({ birth_date: '1950-05-05' })
        .where('bucket', '=', namesake.bucket)
        .where('member_id', '=', namesake.memberId)
        .execute(),
    );
    for (const account of [mira, namesake]) await nameMember(club.db, account, 'Oyun Dorj');
    await post('/api/me/time-out', { hours: 24 });
    expect(await exclusionOf(club.db, namesake)).toBeNull();
  });
});
