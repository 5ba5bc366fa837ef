import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import {
  announce,
  createNotice,
  type HouseNotice,
  listNotices,
  type NoticesPage,
  type NoticeWords,
  publishNotice,
  withdrawNotice,
} from '../../src/house/notices.ts';
import type { LanguageCode } from '../../src/languages.ts';
import { call, openServer, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
});
beforeEach(async () => {
  await club.owner.query('delete from house.notice_text');
  await club.owner.query('delete from house.notice');
  await club.owner.query(`update house.house set locale = 'mn'`);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

const inWords = (...locales: LanguageCode[]): NoticeWords[] =>
  locales.map((locale) => ({ locale, title: `Title in ${locale}`, text: `Text in ${locale}` }));
const create = (texts: readonly NoticeWords[]) => transaction(club.api, (tx) => createNotice(tx, texts));
const withdraw = (id: string) => transaction(club.api, (tx) => withdrawNotice(tx, id));
const fromNow = (ms: number) => new Date(club.clock.nowMs() + ms);

function publish(id: string, from: Date | null = null, until: Date | null = null): Promise<void> {
  return transaction(club.api, (tx) => publishNotice(tx, id, { from, until }));
}

async function say(...locales: LanguageCode[]): Promise<string> {
  const id = await create(inWords(...locales));
  await publish(id);
  return id;
}

async function shown(): Promise<string[]> {
  return (await listNotices(club.db, { limit: 50, languages: [] })).items.map(({ id }) => id);
}

async function readPage(url: string, options: Parameters<typeof call>[2] = {}): Promise<NoticesPage> {
  return (await (await call(server, url, options)).json()) as NoticesPage;
}

describe('a notice is told', () => {
  test.each<[string, LanguageCode[], LanguageCode[], LanguageCode]>([
    ['in the language that is wanted most', ['en', 'ar', 'mn'], ['ko', 'ar', 'en'], 'ar'],
    ['else in the house’s own', ['en', 'ar', 'mn'], ['ko'], 'mn'],
    ['else in English', ['ar', 'en', 'vi'], ['ko'], 'en'],
    ['else in any', ['vi', 'ar'], ['ko'], 'ar'],
  ])('%s', async (_, locales, languages, reported) => {
    await say(...locales);
    const { items } = await listNotices(club.db, { limit: 1, languages });
    expect(items[0]?.words).toEqual(inWords(reported)[0]);
  });

  test('over HTTP by the browser’s language, or the member’s own before it, and says which', async () => {
    await say('en', 'mn', 'ar', 'ko');
    const headers = { 'accept-language': 'ar-EG, en;q=0.5' };
    const mira = await signIn(club, await club.member());
    const reported = async (cookie?: string): Promise<(string | undefined)[]> => {
      const options = { headers, ...(cookie === undefined ? {} : { cookie }) };
      const { items } = await readPage('/api/notices', options);
      const house = (await (await call(server, '/api/house', options)).json()) as { ticker: HouseNotice[] };
      return [items[0]?.words?.locale, house.ticker[0]?.words?.title];
    };
    expect(await reported()).toEqual(['ar', 'Title in ar']);
    expect(await reported(mira.cookie)).toEqual(['ar', 'Title in ar']);
    await club.owner.query(`update members.member set locale = 'ko' where member_id = $1`, [mira.memberId]);
    expect(await reported(mira.cookie)).toEqual(['ko', 'Title in ko']);
    const { headers: answered } = await call(server, '/api/notices');
    expect(answered.get('vary')).toContain('accept-language');
  });

  test('by its code and values where the house says it by itself', async () => {
    await transaction(club.api, (tx) => announce(tx, 'payouts-slow', { hours: 24 }));
    const { items } = await readPage('/api/notices', { headers: { 'accept-language': 'ko' } });
    expect(items).toMatchObject([{ code: 'payouts-slow', params: { hours: 24 }, words: null }]);
  });
});

describe('a notice is shown', () => {
  test('once it is published, from its time until its end', async () => {
    const id = await create(inWords('en'));
    expect(await shown()).toEqual([]);
    await publish(id, fromNow(10 * MINUTE_MS), fromNow(20 * MINUTE_MS));
    expect(await shown()).toEqual([]);
    await club.clock.forward(10 * MINUTE_MS);
    expect(await shown()).toEqual([id]);
    await club.clock.forward(10 * MINUTE_MS);
    expect(await shown()).toEqual([]);
  });

  test('as new when it begins, however long before it was written', async () => {
    const early = await create(inWords('en'));
    await publish(early, fromNow(10 * MINUTE_MS));
    const seenAtMs = club.clock.nowMs() + 5 * MINUTE_MS;
    await club.clock.forward(5 * MINUTE_MS);
    const meanwhile = await say('en');
    await club.clock.forward(5 * MINUTE_MS);
    const { items } = await listNotices(club.db, { limit: 5, languages: [] });
    expect(items.map(({ id }) => id)).toEqual([early, meanwhile]);
    expect(items[0]?.atMs).toBeGreaterThan(seenAtMs);
  });

  test('at the earliest from now: none slips in behind what was read already', async () => {
    const id = await create(inWords('en'));
    await publish(id, fromNow(-MINUTE_MS));
    const { items } = await listNotices(club.db, { limit: 1, languages: [] });
    expect(items[0]?.atMs).toBe(club.clock.nowMs());
  });

  test('longer or shorter than was said first, without becoming new again', async () => {
    const id = await say('en');
    const atMs = club.clock.nowMs();
    await club.clock.forward(MINUTE_MS);
    await publish(id, null, fromNow(5 * MINUTE_MS));
    expect((await listNotices(club.db, { limit: 1, languages: [] })).items[0]?.atMs).toBe(atMs);
    await club.clock.forward(5 * MINUTE_MS);
    expect(await shown()).toEqual([]);
    await publish(id);
    expect(await shown()).toEqual([id]);
  });

  test('no more once it is withdrawn, and for good; pages go on behind it', async () => {
    const [older, gone] = [await say('en'), await say('en')];
    await withdraw(gone);
    await withdraw(gone);
    expect(await shown()).toEqual([older]);
    const { items } = await readPage(`/api/notices?cursor=${gone}`);
    expect(items.map(({ id }) => id)).toEqual([older]);
    await expect(publish(gone)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('newest first and by page, with how many there are', async () => {
    const all: string[] = [];
    for (let count = 0; count < 5; count++) {
      all.unshift(await say('en'));
      await club.clock.forward(MINUTE_MS);
    }
    await create(inWords('en'));
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; pages < 5 && cursor !== null; pages++) {
      const page: NoticesPage = await readPage(`/api/notices?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.total).toBe(5);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });
});

describe('a notice is refused', () => {
  test.each([
    ['without words', [], 'fill-in'],
    ['with a language twice', inWords('en', 'en'), 'fill-in'],
    ['with an empty title', [{ locale: 'en', title: ' ', text: 'Text' }], 'words-bad'],
    ['with words without end', [{ locale: 'en', title: 'Title', text: 'x'.repeat(4_001) }], 'words-bad'],
  ] as const)('%s', async (_, texts, code) => {
    await expect(create(texts)).rejects.toMatchObject({ code });
    const { rows } = await club.owner.query('select from house.notice');
    expect(rows).toHaveLength(0);
  });

  test('that is over before it begins', async () => {
    const id = await create(inWords('en'));
    const later = fromNow(MINUTE_MS);
    await expect(publish(id, later, later)).rejects.toMatchObject({ code: 'date-bad' });
    await expect(publish(id, null, fromNow(-MINUTE_MS))).rejects.toMatchObject({ code: 'date-bad' });
    await expect(publish(newId())).rejects.toMatchObject({ code: 'not-found' });
  });

  test('an end or a withdrawal where the house said it by itself', async () => {
    await transaction(club.api, (tx) => announce(tx, 'payouts-failing'));
    const [id = ''] = await shown();
    await expect(withdraw(id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(publish(id, null, fromNow(MINUTE_MS))).rejects.toMatchObject({ code: 'not-found' });
    expect(await shown()).toEqual([id]);
  });
});
