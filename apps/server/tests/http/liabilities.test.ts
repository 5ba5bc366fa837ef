import { decodeEntryAs, type OwedFile, verifyOwedFile } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { type KeysFolder, keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from './server.ts';

const MIDNIGHT_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
const DATE = new Date(MIDNIGHT_MS).toISOString().slice(0, 10);

/** The policy of the club's tables. */
const NO_WITNESSES = { witnesses: [], quorum: 0 };

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
let suspended: SignedIn;
let keys: KeysFolder;
beforeAll(async () => {
  keys = keysFolder();
  club = await openClub({ startMs: MIDNIGHT_MS - HOUR_MS });
  table = await club.openTable({ key: 'dice-300', periodSeconds: 300 });
  server = await openServer(club);
  member = await signIn(club, await club.member({ credits: 5_000n }));
  suspended = await signIn(club, await club.member({ credits: 70n }), true);
  await club.place(member, table, [{ bet: 'big', stakeMinor: 500n }]);
});
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
});

async function get<T>(path: string, cookie?: string): Promise<T> {
  const answer = await call(server, path, cookie === undefined ? {} : { cookie });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

const owedOf = async (one: SignedIn, query = '') =>
  (await get<{ owed: OwedFile | null }>(`/api/me/owed${query}`, one.cookie)).owed;

interface LiabilitiesState {
  latestDate: string | null;
  overdue: boolean;
}

const onHome = async () => (await get<{ liabilities: LiabilitiesState }>('/api/house')).liabilities;

describe('before the first snapshot', () => {
  test('nothing is there, and nothing is missing', async () => {
    expect(await onHome()).toEqual({ latestDate: null, overdue: false });
    expect(await owedOf(member)).toBe(null);
    expect(await get('/api/book/liabilities')).toMatchObject({ items: [], total: 0, state: { dueDate: null } });
  });

  test('from 01:00 on a missing one is shown to everybody', async () => {
    await club.at(MIDNIGHT_MS + HOUR_MS - 1);
    expect(await onHome()).toEqual({ latestDate: null, overdue: false });
    await club.at(MIDNIGHT_MS + HOUR_MS);
    expect(await onHome()).toEqual({ latestDate: null, overdue: true });
    expect(await get('/api/book/liabilities')).toMatchObject({ state: { dueDate: DATE, overdue: true } });
  });
});

describe('once it is published', () => {
  test('a late one is there, and Home says so', async () => {
    expect(await publishLiabilities(club.jobs)).toBe('published');
    expect(await onHome()).toEqual({ latestDate: DATE, overdue: false });
  });

  test('the file of a member waits for its place in the book, and then holds by the verifier', async () => {
    const { userName } = member;
    const early = await owedOf(member);
    expect(early).toMatchObject({ date: DATE, userName, owedMinor: '5000' });
    expect(early).not.toHaveProperty('inBook');
    await signBook(club, keys);
    const logKeys = [await logKeyOf(club)];
    const known = { userName, date: DATE, owedMinor: '5000', origin: ORIGIN, logKeys, policy: NO_WITNESSES };
    const { policy: _, ...withoutTables } = known;
    expect(verifyOwedFile(early, known)).toMatchObject({ verdict: 'incomplete', missing: [{ reason: 'no-place' }] });
    const file = await owedOf(member);
    expect(verifyOwedFile(file, known)).toMatchObject({ verdict: 'time-not-proven', timeGaps: ['no-witnesses'] });
    // Without the tables, the required witnesses are unknown.
    expect(verifyOwedFile(file, withoutTables)).toMatchObject({
      verdict: 'incomplete',
      missing: [{ reason: 'no-policy' }],
    });
    expect(await owedOf(member, `?date=${DATE}`)).toEqual(file);
    expect(await owedOf(member, '?date=2020-01-01')).toBe(null);
  });

  test('so does one who is suspended; one who came later gets none, nor does a visitor', async () => {
    const logKeys = [await logKeyOf(club)];
    const known = { userName: suspended.userName, owedMinor: '70', logKeys, policy: NO_WITNESSES };
    expect(verifyOwedFile(await owedOf(suspended), known).verdict).toBe('time-not-proven');
    const late = await signIn(club, await club.member());
    expect(await owedOf(late)).toBe(null);
    expect((await call(server, '/api/me/owed')).status).toBe(401);
  });

  test('the book lists it with its entry, as logged', async () => {
    const { items, total } = await get<{
      items: { date: string; root: string; entry: { body: string } }[];
      total: number;
    }>('/api/book/liabilities?limit=1');
    expect([items.length, total]).toEqual([1, 1]);
    const entry = decodeEntryAs('liabilities', items[0]?.entry.body ?? '');
    expect(entry).toMatchObject({ date: DATE, root: items[0]?.root, total: '5070' });
  });

  test('of later days: pages, newest first', async () => {
    await club.at(MIDNIGHT_MS + DAY_MS);
    await publishLiabilities(club.jobs);
    const first = await get<{ items: { date: string }[]; nextCursor: string }>('/api/book/liabilities?limit=1');
    const second = await get<typeof first>(`/api/book/liabilities?limit=1&cursor=${first.nextCursor}`);
    expect(second.items.map(({ date }) => date)).toEqual([DATE]);
    expect(first.items[0]?.date).not.toBe(DATE);
  });

  test.each(['?date=2026-02-31', '?date=today', '?date=', '?date=2026-1-1'])(
    'a date that is none: %s',
    async (query) => {
      expect((await call(server, `/api/me/owed${query}`, { cookie: member.cookie })).status).toBe(400);
      expect((await call(server, `/api/book/liabilities${query.replace('date', 'cursor')}`)).status).toBe(400);
    },
  );
});
